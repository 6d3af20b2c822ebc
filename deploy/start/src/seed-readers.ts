import { loadSeedItems, loadSeedReaders, openSeedRecord, seedReviews } from '@satrangi/seed';
import type { Running } from './one-process.ts';
import { localSecrets } from './settings.ts';

/**
 * Registers the demo readers that a data folder has not received yet, with their reviews. Beside real payment providers
 * there are none: a shop that sells has the reviews of its readers only.
 * @returns a summary line, or null when nothing was added
 */
export const seedReaders = async (
  { sandboxUrl, services }: Running,
  dataDir: string,
): Promise<string | null> => {
  if (sandboxUrl === null) return null;
  const record = openSeedRecord(dataDir);
  const readers = record.missingReadersOf(await loadSeedReaders());
  if (readers.length === 0) return null;
  const titles = new Map((await loadSeedItems()).map(({ slug, draft }) => [slug, draft.title]));
  const posted = await seedReviews({
    identityUrl: services.identity,
    catalogUrl: services.catalog,
    internalSecret: localSecrets(dataDir).INTERNAL_SECRET,
    titleOf: (slug) => titles.get(slug),
    readers,
    onRegistered: record.keepReader,
  });
  return posted === 0 ? null : `${posted} demo reviews posted`;
};
