import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
import { startMongo } from '@satrangi/embedded';
import { freePorts, readSettings, startInOneProcess, until } from '@satrangi/start';
import { MongoClient } from 'mongodb';

export type Person = { readonly userId: string; readonly token: string };

/** The whole platform in this process, with two books for sale, a free one and one without a price. */
export type PlatformFixture = {
  readonly url: string;
  readonly api: string;
  readonly dataDir: string;
  readonly services: Readonly<Record<ServiceName, string>>;
  readonly mongo: MongoClient;
  readonly admin: Person;
  readonly books: Readonly<Record<'cheap' | 'dear' | 'free' | 'unpriced', string>>;
  readonly newReader: () => Promise<Person>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

const ADMIN = { email: 'editor@platform.example', password: 'a long password of the editor' };
/** A book of many pages, so that a sample is shorter than the book. */
const PDF = fileURLToPath(new URL('../../../seed/files/seven-ways-home.pdf', import.meta.url));

const prices = {
  cheap: { priceINR: 99, priceUSD: 1.99 },
  dear: { priceINR: 999, priceUSD: 11.99 },
  free: { priceINR: 0, priceUSD: 0 },
  unpriced: { priceINR: null, priceUSD: null },
} as const;

const PROJECTED_MS = 30_000;

const unlimited = {
  LIMIT_PER_MINUTE: '1000000',
  IN_FLIGHT_PER_ADDRESS: '100000',
  CONNECTIONS_PER_ADDRESS: '100000',
  LIMIT_CHEAP_PER_MINUTE: '1000000',
  LIMIT_LOGIN_PER_MINUTE: '1000000',
  REGISTRATIONS_PER_ADDRESS: '1000000',
  REGISTRATIONS_WITHOUT_PROOF: '1000000',
  LIMIT_WEBHOOK_PER_MINUTE: '1000000',
};

export const createPlatform = async (env: Record<string, string> = {}): Promise<PlatformFixture> => {
  await using cleanup = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'satrangi-e2e-'));
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }));
  const store = cleanup.use(await startMongo());
  const [port = 0] = await freePorts(1);
  const given = {
    ...unlimited,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    DATA_DIR: dataDir,
    MONGODB_URI: store.url,
    // Named, so that two platforms in one process are separate.
    AMQP_URL: `memory:e2e-${port}`,
    REDIS_URL: `memory:e2e-${port}`,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SEED: 'off',
    ...env,
  };
  const running = cleanup.use(await startInOneProcess(readSettings(given), given, () => undefined));
  const mongo = new MongoClient(store.url);
  cleanup.defer(() => mongo.close());

  const api = `${running.url}/api`;
  const identity = createClient(identityApi, { baseUrl: api });
  const { token, user } = await identity.login({ body: ADMIN });
  const catalog = createClient(catalogApi, { baseUrl: api, token: () => token });
  const file = new Blob([await readFile(PDF)], { type: 'application/pdf' });
  const createBook = async (title: keyof typeof prices): Promise<[string, string]> => {
    const { _id } = await catalog.createEbook({
      body: {
        slug: title,
        title,
        author: 'Nobody',
        description: 'A book.',
        formats: ['text'],
        ...prices[title],
      },
    });
    await catalog.uploadEbookFile({ params: { id: _id }, files: { file } });
    return [title, _id];
  };
  const titles = Object.keys(prices) as (keyof typeof prices)[];
  const books = Object.fromEntries(await Promise.all(titles.map(createBook))) as PlatformFixture['books'];
  const isProjected = async (service: ServiceName, filter: object): Promise<boolean> =>
    (await mongo.db(databaseName(service)).collection('media').countDocuments(filter)) >= titles.length;
  await until(
    'payments and library have projected the books',
    async () =>
      (await isProjected('payments', { isDeliverable: true })) && (await isProjected('library', {})),
    PROJECTED_MS,
    50,
  );

  let readers = 0;
  const newReader = async (): Promise<Person> => {
    readers += 1;
    const made = StartedSession.parse(
      await identity.register({
        body: { name: 'Reader', email: `reader-${readers}@platform.example`, password: 'a long password' },
      }),
    );
    return { userId: made.user._id, token: made.token };
  };

  const owned = cleanup.move();
  return {
    url: running.url,
    api,
    dataDir,
    services: running.services,
    mongo,
    admin: { userId: user._id, token },
    books,
    newReader,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
