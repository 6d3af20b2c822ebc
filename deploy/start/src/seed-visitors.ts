import { createClient, identityApi } from '@satrangi/contracts';
import {
  type Credentials,
  loadSeedCollections,
  loadSeedItems,
  loadSeedPeople,
  loadSeedReaders,
  loadSeedRunners,
  loadSeedSeries,
  loadSeedSubmissions,
  openSeedRecord,
  seedCollections as publishCollections,
  seedReviews,
  seedRunners,
  seedSubmissions,
  seedPeople as writeWords,
} from '@satrangi/seed';
import type { Running } from './one-process.ts';
import { localSecrets } from './settings.ts';

type Seeding = {
  readonly running: Running;
  readonly dataDir: string;
  readonly record: ReturnType<typeof openSeedRecord>;
  readonly admin: Credentials | null;
};

/** A summary line, or null when nothing was added. */
type Summary = Promise<string | null>;

const withoutAdmin = (entries: string): string =>
  `${entries} are new: start once with ADMIN_EMAIL and ADMIN_PASSWORD set to add them.`;

const tokenOf = async ({ services }: Running, admin: Credentials): Promise<string> =>
  (await createClient(identityApi, { baseUrl: services.identity }).login({ body: admin })).token;

/** The titles of demo items by slug. */
const loadTitles = async () => {
  const titles = new Map((await loadSeedItems()).map(({ slug, draft }) => [slug, draft.title]));
  return (slug: string): string | undefined => titles.get(slug);
};

const seedCollections = async ({ running, record, admin }: Seeding): Summary => {
  const collections = record.collections.missingOf(await loadSeedCollections());
  if (collections.length === 0) return null;
  if (!admin) return withoutAdmin(`${collections.length} demo collections`);
  const added = await publishCollections({
    baseUrl: running.services.catalog,
    adminToken: await tokenOf(running, admin),
    collections,
    titleOf: await loadTitles(),
    onDone: record.collections.keep,
  });
  return added === 0 ? null : `${added} demo collections published`;
};

/** Words about `people` or about `series`. */
const seedWords =
  (part: 'people' | 'series', load: typeof loadSeedPeople) =>
  async ({ running, record, admin }: Seeding): Summary => {
    const people = record[part].missingOf(await load());
    if (people.length === 0) return null;
    if (!admin) return withoutAdmin(`the words about ${people.length} ${part}`);
    const added = await writeWords({
      baseUrl: running.services.catalog,
      adminToken: await tokenOf(running, admin),
      people,
      onDone: record[part].keep,
    });
    return added === 0 ? null : `words about ${added} ${part} written`;
  };
const seedPeople = seedWords('people', loadSeedPeople);
const seedSeries = seedWords('series', loadSeedSeries);

const seedRun = async ({ running, record }: Seeding): Summary => {
  const runners = record.runners.missingOf(await loadSeedRunners());
  if (runners.length === 0) return null;
  const registered = await seedRunners({
    runUrl: running.services['virtual-run'],
    paymentsUrl: running.services.payments,
    sandboxUrl: `${running.url}/sandbox`,
    sandboxPassword: running.sandboxPassword,
    runners,
    onRegistered: record.runners.keep,
  });
  return registered === 0 ? null : `${registered} demo runners registered`;
};

const seedPublishing = async ({ running, dataDir, record, admin }: Seeding): Summary => {
  const submissions = record.submissions.missingOf(await loadSeedSubmissions());
  if (submissions.length === 0) return null;
  if (!admin) return withoutAdmin(`${submissions.length} demo submissions`);
  const sent = await seedSubmissions({
    publishingUrl: running.services.publishing,
    adminToken: await tokenOf(running, admin),
    internalSecret: localSecrets(dataDir).INTERNAL_SECRET,
    submissions,
    onSubmitted: record.submissions.keep,
  });
  return `${sent} demo submissions received`;
};

const seedReaders = async ({ running, dataDir, record }: Seeding): Summary => {
  const readers = record.readers.missingOf(await loadSeedReaders());
  if (readers.length === 0) return null;
  const posted = await seedReviews({
    identityUrl: running.services.identity,
    catalogUrl: running.services.catalog,
    internalSecret: localSecrets(dataDir).INTERNAL_SECRET,
    titleOf: await loadTitles(),
    readers,
    onRegistered: record.readers.keep,
  });
  return posted === 0 ? null : `${posted} demo reviews posted`;
};

/**
 * Seeds the demo collections, words about people and series, runners, submissions and readers that a data folder has not received yet.
 * Beside real payment providers there are no runners, authors and readers: only the sandbox takes the money of invented
 * people, and a shop that sells has the reviews of its readers only.
 * @returns a summary line of each part that was added
 */
export const seedVisitors = async (
  running: Running,
  dataDir: string,
  admin: Credentials | null,
): Promise<string[]> => {
  const seeding = { running, dataDir, record: openSeedRecord(dataDir), admin };
  const ofSandbox = running.sandboxUrl === null ? [] : [seedRun, seedPublishing, seedReaders];
  const lines: string[] = [];
  for (const seed of [seedCollections, seedPeople, seedSeries, ...ofSandbox]) {
    const line = await seed(seeding);
    if (line !== null) lines.push(line);
  }
  return lines;
};
