import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  catalogApi,
  createClient,
  databaseName,
  identityApi,
  type MediaItem,
  type ServiceName,
  StartedSession,
  titleScripts,
} from '@satrangi/contracts';
import { fillerEbooks, seedCatalog } from '@satrangi/seed';
import { type Platform, startProcesses, until } from '@satrangi/start';
import { MongoClient } from 'mongodb';
import { removeQueues } from './broker.ts';
import { cpuOf, memoryOf } from './memory.ts';
import type { CostedRun, Run } from './metric.ts';
import type { Settings } from './settings.ts';

export type Reader = { readonly userId: string; readonly token: string };
export type Fixture = {
  readonly url: string;
  readonly api: string;
  readonly sandboxUrl: string;
  readonly adminToken: string;
  readonly mongo: MongoClient;
  /** At most a thousand of the books. */
  readonly books: readonly MediaItem[];
  readonly readers: readonly Reader[];
  readonly memory: () => number;
  /** Memory of one process, in MB. */
  readonly memoryOfPart: (name: ServiceName) => number;
  /** Adds the CPU time of the processes, and their memory afterwards, to a run. */
  readonly costed: (run: () => Promise<Run>) => Promise<CostedRun>;
  /** Memory of all processes before the first request. */
  readonly idleMB: number;
  /** The same for each process. */
  readonly idlePartsMB: Readonly<Record<string, number>>;
};

const ADMIN = { email: 'editor@bench.example', password: 'a long password of the editor' };
const READERS = 32;
const IDLE_MS = 10_000;
const UNLIMITED = '100000000';
export const READER_PASSWORD = 'a long password';
export const readerEmail = (n: number): string => `reader-${n}@bench.example`;

/** The newest books have a file, so that they can be bought: enough for every order of a reader. */
const BOOKS_WITH_FILE = 700;

const listBooks = async (api: string): Promise<MediaItem[]> => {
  const catalog = createClient(catalogApi, { baseUrl: api });
  const books: MediaItem[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: MediaItem[]; nextCursor: string | null } = await catalog.listEbooks({
      query: { limit: 100, ...(cursor ? { cursor } : {}) },
    });
    books.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor && books.length < 1_000);
  return books;
};

/** No limit is reached: the measurements are of the work, not of its refusal. */
const LIMITS = {
  // All requests come from one address.
  LIMIT_PER_MINUTE: UNLIMITED,
  LIMIT_CHEAP_PER_MINUTE: UNLIMITED,
  LIMIT_LOGIN_PER_MINUTE: UNLIMITED,
  REGISTRATIONS_PER_ADDRESS: UNLIMITED,
  REGISTRATIONS_WITHOUT_PROOF: UNLIMITED,
  LIMIT_WEBHOOK_PER_MINUTE: UNLIMITED,
  STREAMS_PER_ADDRESS: '100000',
  IN_FLIGHT_PER_ADDRESS: '100000',
  CONNECTIONS_PER_ADDRESS: '100000',
  // letters begin at once, without a second admin
  LETTER_APPROVAL_ABOVE: UNLIMITED,
  RUN_WRITES_PER_ADDRESS: UNLIMITED,
};

type FixtureOptions = {
  readonly dir: string;
  readonly cleanup: AsyncDisposableStack;
  readonly note: (connection: string) => void;
};

const startPlatform = async (
  settings: Settings,
  { dir, cleanup }: Pick<FixtureOptions, 'dir' | 'cleanup'>,
): Promise<Platform> => {
  const run = `bench-${process.pid}-${Date.now()}`;
  cleanup.defer(() => removeQueues(settings.amqpUrl, `${run}.`));
  const profileEnv: Record<string, string> = settings.profile
    ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${path.resolve(settings.profile)}` }
    : {};
  return cleanup.use(
    await startProcesses({
      dataDir: path.join(dir, 'data'),
      amqpUrl: settings.amqpUrl,
      redisUrl: settings.redisUrl,
      readyMs: 90_000,
      env: {
        NODE_ENV: 'test',
        LOG_LEVEL: 'warn',
        AMQP_PREFIX: `${run}.`,
        REDIS_PREFIX: `${run}:`,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        STOP_WAIT_MS: '0',
        DRAIN_MS: '0',
        ...LIMITS,
        ...profileEnv,
      },
      envOf: { mongo: profileEnv, sandbox: profileEnv },
    }),
  );
};

/** Memory and CPU time of the platform's processes. */
const processUsage = (platform: Platform) => {
  const pids = (): number[] => Object.values(platform.parts).map((part) => part.pid());
  const memory = (): number => memoryOf(pids());
  const memoryOfPart = (name: ServiceName): number => memoryOf([platform.parts[name].pid()]);
  const cpuTimes = (): [string, number][] =>
    Object.entries(platform.parts).map(([name, part]) => [name, cpuOf([part.pid()])]);
  const memoryOfParts = (): Record<string, number> =>
    Object.fromEntries(Object.entries(platform.parts).map(([name, part]) => [name, memoryOf([part.pid()])]));
  /** Adds the CPU time of the processes, and their memory afterwards, to a run. */
  const costed = async (work: () => Promise<Run>): Promise<CostedRun> => {
    const before = new Map(cpuTimes());
    const ownBefore = process.cpuUsage();
    const run = await work();
    const own = process.cpuUsage(ownBefore);
    const parts = cpuTimes().map(([name, ms]) => [name, ms - (before.get(name) ?? 0)] as const);
    return {
      ...run,
      cpuMs: parts.reduce((sum, [, ms]) => sum + ms, 0),
      partsMs: Object.fromEntries(parts),
      partsMB: memoryOfParts(),
      generatorMs: (own.user + own.system) / 1_000,
    };
  };
  return { memory, memoryOfPart, memoryOfParts, costed };
};

/** Publishes the books, and waits until the work that they cause is done. */
const publishBooks = async ({
  api,
  adminToken,
  mongo,
  count,
  note,
}: {
  api: string;
  adminToken: string;
  mongo: MongoClient;
  count: number;
  note: FixtureOptions['note'];
}): Promise<void> => {
  const began = performance.now();
  const withFile = count - BOOKS_WITH_FILE;
  const items = fillerEbooks(count).map((book, index) => ({
    ...book,
    pdfPath: index < withFile ? null : book.pdfPath,
    featured: false,
  }));
  await seedCatalog({ baseUrl: api, adminToken, items, concurrency: 16 });
  const projectedMedia = mongo.db(databaseName('payments')).collection('media');
  await until(
    'payments has projected the books',
    async () =>
      (await projectedMedia.countDocuments()) >= items.length &&
      (await projectedMedia.countDocuments({ isDeliverable: true })) >= BOOKS_WITH_FILE,
    60_000,
    200,
  );
  const elapsed = (): string => ((performance.now() - began) / 1_000).toFixed(1);
  note(`${items.length} books published in ${elapsed()} s`);
  const catalog = createClient(catalogApi, { baseUrl: api });
  // title fonts are built in the background, which must not be part of the measurements
  await until(
    'titles of every script have their fonts',
    async () => (await catalog.listTitleFonts()).faces.length === titleScripts.length,
    240_000,
    500,
  );
  note(`title fonts built after ${elapsed()} s`);
};

const registerReaders = async (api: string): Promise<Reader[]> => {
  const identity = createClient(identityApi, { baseUrl: api });
  const readers: Reader[] = [];
  for (let n = 0; n < READERS; n += 1) {
    const { token, user } = StartedSession.parse(
      await identity.register({
        body: { name: 'Reader', email: readerEmail(n), password: READER_PASSWORD },
      }),
    );
    readers.push({ userId: user._id, token });
  }
  return readers;
};

/** Starts the platform with one process for each service over the given RabbitMQ and Redis, with books and readers. */
export const createFixture = async (
  settings: Settings,
  { dir, cleanup, note }: FixtureOptions,
): Promise<Fixture> => {
  const platform = await startPlatform(settings, { dir, cleanup });
  const { memory, memoryOfPart, memoryOfParts, costed } = processUsage(platform);
  await sleep(IDLE_MS);
  const idleMB = memory();
  const idlePartsMB = memoryOfParts();
  const api = `${platform.url}/api`;
  const mongo = new MongoClient(platform.mongoUrl);
  cleanup.defer(() => mongo.close());

  const { token: adminToken } = await createClient(identityApi, { baseUrl: api }).login({ body: ADMIN });
  await publishBooks({ api, adminToken, mongo, count: settings.items, note });
  const readers = await registerReaders(api);
  return {
    url: platform.url,
    api,
    sandboxUrl: platform.sandboxUrl,
    adminToken,
    mongo,
    books: await listBooks(api),
    readers,
    memory,
    memoryOfPart,
    costed,
    idleMB,
    idlePartsMB,
  };
};
