import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { type StartOptions, startMongo } from '../src/index.ts';

export type Fixture = AsyncDisposable & {
  readonly url: string;
  readonly client: MongoClient;
  readonly db: Db;
};

/** A new server with the official driver. */
export const openFixture = async (options: StartOptions = {}): Promise<Fixture> => {
  const server = await startMongo(options);
  const client = new MongoClient(server.url);
  return {
    url: server.url,
    client,
    db: client.db('satrangi'),
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await server.close();
    },
  };
};

export type Folder = Disposable & { readonly path: string };

export const temporaryFolder = (): Folder => {
  const path = mkdtempSync(join(tmpdir(), 'embedded-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
};
