/** The server has no authentication: only the owner of its data may connect. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { socketOf, spawnMongo, startMongo } from '../src/index.ts';
import { temporaryFolder } from './fixture.ts';

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);
const isWindows = process.platform === 'win32';
const OTHER_UID = 65_534;

const written = async (url: string): Promise<number> => {
  await using client = new MongoClient(url, { serverSelectionTimeoutMS: 2_000 });
  const things = client.db('test').collection('things');
  await things.insertOne({});
  return await things.countDocuments();
};

it.skipIf(isWindows)('a spawned server listens on a private socket in its folder', async () => {
  using folder = temporaryFolder();
  const dir = join(folder.path, 'mongo');
  await using server = await spawnMongo({ dir });

  expect(server.url).toBe(`mongodb://${encodeURIComponent(join(dir, 'mongo.sock'))}`);
  expect(await written(server.url)).toBe(1);
  expect([modeOf(dir), modeOf(join(dir, 'mongo.sock')), modeOf(join(dir, 'data.sqlite'))]).toEqual([
    '700',
    '600',
    '600',
  ]);
});

it.skipIf(isWindows || process.getuid?.() !== 0)('another user of the machine cannot connect', async () => {
  using folder = temporaryFolder();
  chmodSync(folder.path, 0o755);
  await using _server = await spawnMongo({ dir: folder.path });
  const script = `require('net').connect(${JSON.stringify(socketOf(folder.path))})
    .on('connect', () => process.exit(1)).on('error', (error) => process.exit(error.code === 'EACCES' ? 13 : 2))`;

  const codes = await Promise.all(
    [0, OTHER_UID].map(async (uid) => {
      const [code] = await once(
        spawn('node', ['-e', script], { uid, gid: uid, cwd: '/', stdio: 'ignore' }),
        'exit',
      );
      return code;
    }),
  );

  expect(codes).toEqual([1, 13]);
});

it.skipIf(isWindows)('a killed server leaves a socket that the next one replaces', async () => {
  using folder = temporaryFolder();
  const killed = await spawnMongo({ dir: folder.path });
  await written(killed.url);
  process.kill(killed.pid, 'SIGKILL');
  await killed.exited;

  await using next = await spawnMongo({ dir: folder.path });

  expect(next.url).toBe(killed.url);
  expect(await written(next.url)).toBe(2);
});

it.skipIf(isWindows)(
  'a folder with a path too long for a socket has one in a private temporary folder',
  async () => {
    using folder = temporaryFolder();
    const dir = join(folder.path, 'a'.repeat(90), 'b'.repeat(90));
    mkdirSync(dir, { recursive: true });
    await using server = await spawnMongo({ dir });

    expect(Buffer.byteLength(socketOf(dir))).toBeLessThan(104);
    expect(await written(server.url)).toBe(1);
    expect(modeOf(dirname(socketOf(dir)))).toBe('700');
  },
);

it.skipIf(isWindows)('data of an earlier version becomes private when it is opened', async () => {
  using folder = temporaryFolder();
  await (await startMongo({ dir: folder.path })).close();
  chmodSync(join(folder.path, 'data.sqlite'), 0o644);
  chmodSync(folder.path, 0o755);

  await using _server = await startMongo({ dir: folder.path });

  expect([modeOf(folder.path), modeOf(join(folder.path, 'data.sqlite'))]).toEqual(['700', '600']);
});
