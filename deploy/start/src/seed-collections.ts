import { createClient, identityApi } from '@satrangi/contracts';
import {
  type Credentials,
  loadSeedCollections,
  loadSeedItems,
  openSeedRecord,
  seedCollections as publishCollections,
} from '@satrangi/seed';
import type { Running } from './one-process.ts';

/**
 * Publishes the demo collections that a data folder has not received yet.
 * @returns a summary line, or null when nothing was missing
 */
export const seedCollections = async (
  { url }: Running,
  dataDir: string,
  admin: Credentials | null,
): Promise<string | null> => {
  const record = openSeedRecord(dataDir);
  const collections = record.missingCollectionsOf(await loadSeedCollections());
  if (collections.length === 0) return null;
  if (!admin)
    return `${collections.length} demo collections are new: start once with ADMIN_EMAIL and ADMIN_PASSWORD set to add them.`;
  const baseUrl = `${url}/api`;
  const { token } = await createClient(identityApi, { baseUrl }).login({ body: admin });
  const titles = new Map((await loadSeedItems()).map(({ slug, draft }) => [slug, draft.title]));
  const added = await publishCollections({
    baseUrl,
    adminToken: token,
    collections,
    titleOf: (slug) => titles.get(slug),
    onDone: record.keepCollection,
  });
  return added === 0 ? null : `${added} demo collections published`;
};
