/** The server on a disk without space: a small file system in a mount namespace of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { temporaryFolder } from './fixture.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const UNSHARE = ['--map-root-user', '--mount', 'sh', '-c'];
const MOUNT = 'mount -t tmpfs -o size=2m tmpfs "$0"';

const canMount = spawnSync('unshare', [...UNSHARE, MOUNT, '/mnt']).status === 0;

it.skipIf(!canMount)('a full disk ends the server with one line that names file and remedy', async () => {
  using folder = temporaryFolder();
  const server = spawn(
    'unshare',
    [...UNSHARE, `${MOUNT} && exec "$1" "$2" --dir "$0" --port 0`, folder.path, process.execPath, MAIN],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exited = once(server, 'exit');
  const stderr = text(server.stderr);
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  await using client = new MongoClient(JSON.parse(String(line)).url, {
    retryWrites: false,
    serverSelectionTimeoutMS: 500,
  });
  const notes = client.db('test').collection<{ _id: number; words: string }>('notes');

  const writeAll = async (): Promise<number> => {
    for (let n = 0; ; n++) await notes.insertOne({ _id: n, words: 'words '.repeat(5_000) });
  };
  await expect(writeAll()).rejects.toThrow();

  expect(await exited).toEqual([74, null]);
  expect((await stderr).trim()).toBe(
    JSON.stringify({
      level: 'fatal',
      error: `No space left for ${folder.path}/data.sqlite. Free space on its disk and start again; acknowledged writes are stored.`,
    }),
  );
});
