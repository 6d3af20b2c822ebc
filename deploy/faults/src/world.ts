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
import { type Part, type PartEnvironments, type Platform, startProcesses, untilReady } from '@satrangi/start';
import { MongoClient } from 'mongodb';
import { inLanes, until } from './http.ts';
import { type Infra, openInfra } from './infra/infra.ts';
import { openQueues, type Queues } from './infra/queues.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import type { Settings } from './settings.ts';

export type PartName = ServiceName | 'gateway' | 'mongo';
export type Reader = { readonly userId: string; readonly token: string };
export type Book = { readonly mediaId: string };

export type World = {
  /** Holds every file of this world: data, logs, and what the broker and Redis keep. */
  readonly dir: string;
  readonly url: string;
  readonly api: string;
  readonly platform: Platform;
  readonly infra: Infra;
  readonly queues: Queues;
  readonly sandbox: Sandbox;
  readonly mongo: MongoClient;
  readonly books: readonly Book[];
  readonly adminToken: string;
  /** Orders of which this run told something that is not so in the providers’ books. */
  readonly planted: Set<string>;
  /** Somebody new; `name` also makes the mail address. */
  readonly newReader: (name?: string) => Promise<Reader>;
  readonly ready: () => Promise<void>;
  /** Kills a part as a crash would; the supervisor starts it again, with these changes to its environment. */
  readonly crash: (name: PartName, env?: Record<string, string | undefined>) => Promise<void>;
  readonly part: (name: PartName) => Part;
  /** Where a service listens, for the few questions that go past the gateway. */
  readonly serviceUrl: (name: ServiceName) => string;
};

const ADMIN = { email: 'editor@faults.example', password: 'a long password of the editor' };
export const PRICE_INR = 499;
export const PRICE_USD = 5.99;
/** So many books are shelved at once: a busy machine answers none of two hundred in time. */
const LANES = 6;
/** Only what can be delivered is sold. */
const PDF = fileURLToPath(new URL('../../seed/files/borrowed-kurtas.pdf', import.meta.url));
const RESTARTED_MS = 30_000;
const READY_MS = 180_000;

const shelve = async (api: string, token: string, count: number): Promise<Book[]> => {
  const catalog = createClient(catalogApi, { baseUrl: api, token: () => token });
  const file = new Blob([await readFile(PDF)], { type: 'application/pdf' });
  const shelf: Book[] = [];
  await inLanes([...Array(count).keys()], LANES, async (n) => {
    const made = await catalog.createEbook({
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
    await catalog.uploadEbookFile({ params: { id: made._id }, files: { file } });
    shelf.push({ mediaId: made._id });
  });
  return shelf;
};

/**
 * The platform as a container engine would run it: every part its own process, a store on disk, a real broker and a real
 * Redis; with books on the shelf that payments knows of.
 */
export const openWorld = async (
  settings: Settings,
  {
    dir,
    books,
    note,
    env,
    envOf,
    cleanup,
  }: {
    dir: string;
    books: number;
    note: (line: string) => void;
    /** What every part is told when it starts; and what one part alone. */
    env: Record<string, string>;
    envOf: PartEnvironments;
    /** Takes everything that is started, as soon as it is. */
    cleanup: AsyncDisposableStack;
  },
): Promise<World> => {
  mkdirSync(dir, { recursive: true });
  const infra = cleanup.use(await openInfra(path.join(dir, 'infra'), settings));
  const own = `faults-${process.pid}-${path.basename(dir)}`;
  const prefix = infra.rabbit.server ? '' : `${own}.`;
  const queues = openQueues(infra.rabbit.url, prefix);
  if (!infra.rabbit.server) cleanup.defer(() => queues.remove());
  note(`RabbitMQ ${infra.rabbit.url}, Redis ${infra.redis.url}`);

  const platform = cleanup.use(
    await startProcesses({
      dataDir: path.join(dir, 'data'),
      amqpUrl: infra.rabbit.url,
      redisUrl: infra.redis.url,
      readyMs: READY_MS,
      envOf: { mongo: env, ...envOf, sandbox: { ...env, ...envOf.sandbox } },
      env: {
        ...env,
        NODE_ENV: 'test',
        LOG_LEVEL: 'info',
        AMQP_PREFIX: prefix,
        REDIS_PREFIX: `${own}:`,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        STOP_WAIT_MS: '0',
        DRAIN_MS: '0',
        // One address buys everything here.
        LIMIT_PER_MINUTE: '1000000',
        LIMIT_CHEAP_PER_MINUTE: '1000000',
        LIMIT_LOGIN_PER_MINUTE: '1000000',
        REGISTRATIONS_PER_ADDRESS: '1000000',
        REGISTRATIONS_WITHOUT_PROOF: '1000000',
        LIMIT_WEBHOOK_PER_MINUTE: '1000000',
        IN_FLIGHT_PER_ADDRESS: '100000',
        CONNECTIONS_PER_ADDRESS: '100000',
      },
    }),
  );
  const api = `${platform.url}/api`;
  await queues.listen();
  const mongo = new MongoClient(platform.mongoUrl, { serverSelectionTimeoutMS: 30_000 });
  cleanup.defer(() => mongo.close());

  const identity = createClient(identityApi, { baseUrl: api });
  const { token: adminToken } = await identity.login({ body: ADMIN });
  const shelf = await shelve(api, adminToken, books);
  const remembered = mongo.db(databaseName('payments')).collection('media');
  if (!(await until(async () => (await remembered.countDocuments({ isDeliverable: true })) >= books, 30_000)))
    throw new Error('payments has not heard of the books');
  note(`${books} books on the shelf at ${platform.url}`);

  let readers = 0;
  const newReader = async (name?: string): Promise<Reader> => {
    readers += 1;
    const { token, user } = StartedSession.parse(
      await identity.register({
        body: {
          name: name ?? 'Reader',
          email: `${name ?? `reader-${readers}`}@faults.example`,
          password: 'a long password',
        },
      }),
    );
    return { userId: user._id, token };
  };
  const ready = (): Promise<void> => untilReady(`${api}/readyz`, READY_MS);
  const part = (name: PartName): Part => platform.parts[name];
  const crash = async (name: PartName, env: Record<string, string | undefined> = {}): Promise<void> => {
    const one = part(name);
    const before = one.starts();
    one.setEnv(env);
    one.kill('SIGKILL');
    const again = await until(async () => one.starts() > before, RESTARTED_MS, 20);
    if (!again) throw new Error(`${name} was not started again`);
  };

  return {
    dir,
    url: platform.url,
    api,
    platform,
    infra,
    queues,
    sandbox: openSandbox(platform.sandboxUrl),
    mongo,
    books: shelf,
    adminToken,
    planted: new Set(),
    newReader,
    ready,
    crash,
    part,
    serviceUrl: (name) => platform.services[name],
  };
};
