import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  catalogApi,
  createClient,
  databaseName,
  identityApi,
  type ServiceName,
  StartedSession,
} from '@satrangi/contracts';
import {
  type Part,
  type PartEnvironments,
  type Platform,
  poll,
  type StoreFailure,
  startProcesses,
  untilReady,
} from '@satrangi/start';
import { MongoClient } from 'mongodb';
import { forEachConcurrently } from './http.ts';
import { type Infra, startInfra } from './infra/infra.ts';
import { createQueueProbe, type QueueProbe } from './infra/queue-probe.ts';
import { createSandboxClient, type SandboxClient } from './sandbox-client.ts';
import type { Settings } from './settings.ts';

export type PartName = ServiceName | 'gateway' | 'mongo';
export type Reader = { readonly userId: string; readonly token: string };
export type Book = { readonly mediaId: string };

export type Fixture = {
  /** Contains every file of the fixture: data, logs, and the files of the broker and Redis. */
  readonly dir: string;
  readonly url: string;
  readonly api: string;
  readonly platform: Platform;
  readonly infra: Infra;
  readonly queues: QueueProbe;
  readonly sandbox: SandboxClient;
  readonly mongo: MongoClient;
  readonly books: readonly Book[];
  readonly adminToken: string;
  /** Waits until the store cannot run any more. Without a scenario that waits for it, the run ends then. */
  readonly storeFailure: () => Promise<StoreFailure>;
  /** Orders for which a scenario caused a reconciliation difference on purpose. */
  readonly planted: Set<string>;
  /** Registers a reader; `name` is also the local part of the mail address. */
  readonly newReader: (name?: string) => Promise<Reader>;
  readonly ready: () => Promise<void>;
  /** Sends SIGKILL; the supervisor starts the process again, with these changes to its environment. */
  readonly crash: (name: PartName, env?: Record<string, string | undefined>) => Promise<void>;
  readonly part: (name: PartName) => Part;
  /** The same fixture through other gateways. */
  readonly through: (url: string) => Fixture;
  /** Base URL of a service, for requests that bypass the gateway. */
  readonly serviceUrl: (name: ServiceName) => string;
};

const ADMIN = { email: 'editor@faults.example', password: 'a long password of the editor' };
export const PRICE_INR = 499;
export const PRICE_USD = 5.99;
/** Limits parallel uploads: two hundred at once time out on a busy machine. */
const CONCURRENCY = 6;
/** Only items with a deliverable file are sold. */
const PDF = fileURLToPath(new URL('../../seed/files/borrowed-kurtas.pdf', import.meta.url));
const RESTARTED_MS = 30_000;
const READY_MS = 180_000;

const createBooks = async (api: string, token: string, count: number): Promise<Book[]> => {
  const catalog = createClient(catalogApi, { baseUrl: api, token: () => token });
  const file = new Blob([await readFile(PDF)], { type: 'application/pdf' });
  const books: Book[] = [];
  await forEachConcurrently([...Array(count).keys()], CONCURRENCY, async (n) => {
    const created = await catalog.createEbook({
      body: {
        slug: `book-${n}`,
        title: `Book ${n}`,
        author: 'Nobody',
        description: 'A book to be bought.',
        priceINR: PRICE_INR,
        priceUSD: PRICE_USD,
        formats: ['text'],
      },
    });
    await catalog.uploadEbookFile({ params: { id: created._id }, files: { file } });
    books.push({ mediaId: created._id });
  });
  return books;
};

/** No limit is reached by the load of a run. */
const LIMITS = {
  // All requests come from one address.
  LIMIT_PER_MINUTE: '1000000',
  LIMIT_CHEAP_PER_MINUTE: '1000000',
  LIMIT_LOGIN_PER_MINUTE: '1000000',
  REGISTRATIONS_PER_ADDRESS: '1000000',
  REGISTRATIONS_WITHOUT_PROOF: '1000000',
  LIMIT_WEBHOOK_PER_MINUTE: '1000000',
  IN_FLIGHT_PER_ADDRESS: '100000',
  CONNECTIONS_PER_ADDRESS: '100000',
  // letters begin at once, without a second admin
  LETTER_APPROVAL_ABOVE: '1000000',
};

type FixtureOptions = {
  dir: string;
  books: number;
  note: (line: string) => void;
  /** Environment of every process; `envOf` is for single ones. */
  env: Record<string, string>;
  envOf: PartEnvironments;
  /** Disposes everything that is started. */
  cleanup: AsyncDisposableStack;
};

/** Store failures: one ends the run, unless a scenario waits for it with `next`. */
const storeFailures = () => {
  let expectedFailure: ((failure: StoreFailure) => void) | undefined;
  return {
    handle: (failure: StoreFailure): void => {
      if (!expectedFailure) {
        process.stderr.write(`${failure.message}\n`);
        process.exit(failure.exitCode);
      }
      expectedFailure(failure);
    },
    next: (): Promise<StoreFailure> =>
      new Promise((resolve) => {
        expectedFailure = (failure) => {
          expectedFailure = undefined;
          resolve(failure);
        };
      }),
  };
};

type Deps = {
  infra: Infra;
  names: { readonly amqp: string; readonly redis: string };
  onStoreFailure: (failure: StoreFailure) => void;
};

/** @param names prefixes of what the run has in the broker and in Redis */
const startPlatform = (
  settings: Settings,
  { dir, env, envOf }: Pick<FixtureOptions, 'dir' | 'env' | 'envOf'>,
  { infra, names, onStoreFailure }: Deps,
): Promise<Platform> =>
  startProcesses({
    onStoreFailure,
    dataDir: path.join(dir, 'data'),
    amqpUrl: infra.rabbit.url,
    redisUrl: infra.redis.url,
    ...(settings.mongoUrl === null ? {} : { mongoUrl: settings.mongoUrl }),
    readyMs: READY_MS,
    envOf: { mongo: env, ...envOf, sandbox: { ...env, ...envOf.sandbox } },
    env: {
      ...env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      AMQP_PREFIX: names.amqp,
      REDIS_PREFIX: names.redis,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      STOP_WAIT_MS: '0',
      DRAIN_MS: '0',
      ...LIMITS,
    },
  });

/** Waits until payments sells that many books. @throws Error after 30 seconds */
const booksProjected = async (mongo: MongoClient, count: number): Promise<void> => {
  const projectedMedia = mongo.db(databaseName('payments')).collection('media');
  if (
    !(await poll(async () => (await projectedMedia.countDocuments({ isDeliverable: true })) >= count, 30_000))
  )
    throw new Error('payments has not projected the books');
};

/** Registers readers through any gateway, with different addresses. */
const readerRegistration = () => {
  let readers = 0;
  return async (url: string, name?: string): Promise<Reader> => {
    readers += 1;
    const { token, user } = StartedSession.parse(
      await createClient(identityApi, { baseUrl: `${url}/api` }).register({
        body: {
          name: name ?? 'Reader',
          email: `${name ?? `reader-${readers}`}@faults.example`,
          password: 'a long password',
        },
      }),
    );
    return { userId: user._id, token };
  };
};

/** Kills a process and waits until the supervisor has started it again. @throws Error after 30 seconds */
const crashPart = async (
  part: Part,
  name: PartName,
  env: Record<string, string | undefined>,
): Promise<void> => {
  const before = part.starts();
  part.setEnv(env);
  part.kill('SIGKILL');
  const again = await poll(async () => part.starts() > before, RESTARTED_MS, 20);
  if (!again) throw new Error(`${name} was not started again`);
};

/**
 * Starts the platform with one process for each service, a store on disk, a real broker and a real Redis. Returns when
 * the books are created and payments has projected them.
 */
export const createFixture = async (
  settings: Settings,
  { dir, books, note, env, envOf, cleanup }: FixtureOptions,
): Promise<Fixture> => {
  mkdirSync(dir, { recursive: true });
  const infra = cleanup.use(await startInfra(path.join(dir, 'infra'), settings));
  const own = `faults-${process.pid}-${path.basename(dir)}`;
  const prefix = infra.rabbit.server ? '' : `${own}.`;
  const queues = createQueueProbe(infra.rabbit.url, prefix);
  if (!infra.rabbit.server) cleanup.defer(() => queues.remove());
  note(`RabbitMQ ${infra.rabbit.url}, Redis ${infra.redis.url}, MongoDB ${settings.mongoUrl ?? 'embedded'}`);

  const storeFailure = storeFailures();
  const names = { amqp: prefix, redis: `${own}:` };
  const platform = cleanup.use(
    await startPlatform(settings, { dir, env, envOf }, { infra, names, onStoreFailure: storeFailure.handle }),
  );
  const api = `${platform.url}/api`;
  await queues.openTap();
  const mongo = new MongoClient(platform.mongoUrl, { serverSelectionTimeoutMS: 30_000 });
  cleanup.defer(() => mongo.close());

  const { token: adminToken } = await createClient(identityApi, { baseUrl: api }).login({ body: ADMIN });
  const created = await createBooks(api, adminToken, books);
  await booksProjected(mongo, books);
  note(`${books} books published at ${platform.url}`);

  const registerAt = readerRegistration();
  const part = (name: PartName): Part => platform.parts[name];
  const through = (url: string): Fixture => ({
    dir,
    url,
    api: `${url}/api`,
    platform,
    infra,
    queues,
    sandbox: createSandboxClient(platform.sandboxUrl),
    mongo,
    books: created,
    adminToken,
    storeFailure: storeFailure.next,
    planted: new Set(),
    newReader: (name) => registerAt(url, name),
    ready: () => untilReady(`${url}/api/readyz`, READY_MS),
    crash: (name, changes = {}) => crashPart(part(name), name, changes),
    part,
    through,
    serviceUrl: (name) => platform.services[name],
  });
  return through(platform.url);
};
