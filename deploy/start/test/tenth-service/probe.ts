/** Runs in a copy of the repository that has the service `sample-desk`: starts the platform and prints its observations as JSON. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createLog, openBus } from '@satrangi/chassis';
import { anEvent } from '@satrangi/chassis/testing';
import {
  accessGranted,
  createClient,
  databaseName,
  identityApi,
  MediaId,
  type ServiceName,
  StartedSession,
} from '@satrangi/contracts';
import { startMongo } from '@satrangi/embedded';
import { until } from '@satrangi/start';
import { MongoClient } from 'mongodb';
import { outboxLeft } from '../../../faults/src/checker.ts';
import { publicGetPath } from '../../../faults/src/load-generator.ts';
import { freePorts, readSettings, serviceDatabases, startInOneProcess } from '../../src/index.ts';

const NAME = 'sample-desk' as ServiceName;
/** The stored name of the next check of an erasure; null when it is complete. */
const NEXT_CHECK = 'lookAt';
const PASSWORD = 'a long password';
const mediaId = MediaId.parse('book-of-the-probe');

/** Starts the platform in this process, over a store in a folder that is removed at the end. */
const startPlatform = async (cleanup: AsyncDisposableStack) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'satrangi-probe-'));
  cleanup.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const store = cleanup.use(await startMongo());
  const [port = 0] = await freePorts(1);
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    DATA_DIR: dataDir,
    MONGODB_URI: store.url,
    AMQP_URL: 'memory:probe',
    REDIS_URL: 'memory:probe',
    ADMIN_EMAIL: 'editor@probe.example',
    ADMIN_PASSWORD: PASSWORD,
    SEED: 'off',
  };
  const running = cleanup.use(await startInOneProcess(readSettings(env), env, () => undefined));
  const mongo = new MongoClient(store.url);
  cleanup.defer(() => mongo.close());
  return { api: `${running.url}/api`, amqpUrl: env.AMQP_URL, mongo };
};

const clientOf = (api: string) => ({
  get: (where: string, token?: string) =>
    fetch(api + where, token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  register: async (email: string) => {
    const body = { name: 'Reader', email, password: PASSWORD };
    const { token, user } = StartedSession.parse(
      await createClient(identityApi, { baseUrl: api }).register({ body }),
    );
    return { token, userId: user._id };
  },
  deleteAccount: (token: string) =>
    createClient(identityApi, { baseUrl: api, token: () => token }).deleteAccount({
      body: { currentPassword: PASSWORD },
    }),
});

/** Waits until the erasure of an account is complete. @returns the services that acknowledged it */
const acknowledgedBy = async (mongo: MongoClient, userId: string): Promise<string[]> => {
  const accounts = mongo.db(databaseName('identity')).collection<{
    _id: string;
    erasure?: { forgottenBy: object; [NEXT_CHECK]: Date | null };
  }>('accounts');
  return until('every service has acknowledged', async () => {
    const erasure = (await accounts.findOne({ _id: userId }))?.erasure;
    return erasure?.[NEXT_CHECK] === null ? Object.keys(erasure.forgottenBy) : undefined;
  });
};

const probe = async () => {
  await using cleanup = new AsyncDisposableStack();
  const { api, amqpUrl, mongo } = await startPlatform(cleanup);
  const { get, register, deleteAccount } = clientOf(api);

  // every service records an erasure: no database is empty afterwards
  await deleteAccount((await register('first@probe.example')).token);
  const databases = await until('each service has its database', () =>
    serviceDatabases(mongo).then(
      (all) => all.map(({ db }) => db.databaseName),
      () => undefined,
    ),
  );

  const reader = await register('second@probe.example');
  const bus = await openBus(amqpUrl, {
    service: 'library',
    log: createLog('library', 'silent'),
    secret: 'none: inside one process',
  });
  cleanup.defer(() => bus.close());
  const before = await (await get(publicGetPath(NAME), reader.token)).json();
  const data = { userId: reader.userId, mediaId, mediaType: 'ebook' as const, format: 'text' as const };
  await bus.publish(anEvent(accessGranted, { data }));
  const after = await until('the document is stored', async () => {
    const answer = (await (await get(publicGetPath(NAME), reader.token)).json()) as { items: string[] };
    return answer.items.length > 0 ? answer : undefined;
  });
  const samples = mongo.db(databaseName(NAME)).collection<{ _id: string; items: string[] }>('samples');
  const stored = await samples.countDocuments({ items: mediaId });
  const exported = await (await get('/users/export-all', reader.token)).json();
  const outbox = await until('every event is published', async () => {
    const left = await outboxLeft({ mongo });
    return left === 0 ? { left } : undefined;
  });

  await deleteAccount(reader.token);
  const acknowledged = await acknowledgedBy(mongo, reader.userId);
  const storedAfterErasure = await samples.countDocuments({ items: mediaId });

  const { services } = (await (await get('/readyz')).json()) as { services: object };
  await mongo.db(databaseName(NAME)).dropDatabase();
  const withoutDatabase = await outboxLeft({ mongo }).then(String, (error: Error) => error.message);
  return {
    databases,
    services,
    refused: (await get(publicGetPath(NAME))).status,
    before,
    after,
    stored,
    exported,
    outbox: outbox.left,
    acknowledged,
    storedAfterErasure,
    withoutDatabase,
  };
};

process.stdout.write(`${JSON.stringify(await probe())}\n`);
process.exit(0);
