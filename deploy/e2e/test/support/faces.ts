import { setTimeout } from 'node:timers/promises';
import { type AnswerOf, catalogApi, createClient } from '@satrangi/contracts';

/** Two minutes: fonts are built at the lowest priority, so a busy machine builds them late. */
const PATIENCE_TRIES = 600;
const REST_MS = 200;

export type TitleFaces = AnswerOf<typeof catalogApi.listTitleFaces>['faces'];

/** The faces of a new shop's titles, as soon as there is one for each of the four scripts of the seed. */
export const facesOfSeed = async (shop: string): Promise<TitleFaces> => {
  const catalog = createClient(catalogApi, { baseUrl: `${shop}/api` });
  for (let tries = 0; tries < PATIENCE_TRIES; tries += 1) {
    const { faces } = await catalog.listTitleFaces();
    if (faces.length === 4) return faces;
    await setTimeout(REST_MS);
  }
  throw new Error('the faces of titles were not made');
};
