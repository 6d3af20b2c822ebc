import process from 'node:process';
import { run } from './docker.ts';
import { imageExists, makeLocalImage, type Note } from './local-images.ts';

/** Public images by the variable that replaces each. */
const PUBLIC = {
  NODE_IMAGE: 'node:24-slim',
  MONGO_IMAGE: 'mongo:8',
  RABBITMQ_IMAGE: 'rabbitmq:4',
  REDIS_IMAGE: 'redis:7',
  MINIO_IMAGE: 'minio/minio:latest',
} as const;
export type ImageVariable = keyof typeof PUBLIC;

/** What Debian and npm bring. Images of this repository take the places of MongoDB and MinIO, which neither has. */
const LOCAL = { NODE_IMAGE: 'node', RABBITMQ_IMAGE: 'rabbitmq', REDIS_IMAGE: 'redis' } as const;

const isAvailable = async (image: string): Promise<boolean> =>
  (await imageExists(image)) || (await run('docker', ['pull', '--quiet', image])).code === 0;

export type BaseImages = {
  /** Names of images, by their variable. One that could not be had is missing: MongoDB's, MinIO's. */
  readonly env: Readonly<Partial<Record<ImageVariable, string>>>;
  /** Variables whose image was made here, because no registry has it. */
  readonly local: readonly ImageVariable[];
};

/**
 * The images below ours and of the stores: the ones that the environment names, else the public ones, else images made
 * from Debian's packages and the npm package `node`. @throws Error when none of these can be had
 */
export const findBaseImages = async (
  variables: readonly ImageVariable[],
  note: Note,
): Promise<BaseImages> => {
  const env: Partial<Record<ImageVariable, string>> = {};
  const local: ImageVariable[] = [];
  for (const variable of variables) {
    const given = process.env[variable];
    if (given || (await isAvailable(PUBLIC[variable]))) {
      env[variable] = given || PUBLIC[variable];
      continue;
    }
    if (variable === 'MONGO_IMAGE' || variable === 'MINIO_IMAGE') continue;
    env[variable] = await makeLocalImage(LOCAL[variable], note);
    local.push(variable);
  }
  return { env, local };
};
