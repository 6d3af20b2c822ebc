/** Deleted and replaced data must be removed from the files, not only from responses. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Document, MongoClient } from 'mongodb';
import { expect, it, vi } from 'vitest';
import { spawnMongo } from '../src/index.ts';

const CANARY = 'kanarivogel';
/** The quiet period, and a margin for a busy machine. */
const TIDY = { timeout: 30_000, interval: 250 };
const ROWS = 3_000;

/** Occurrences of the word in the files of a folder, in the bytes of BSON. */
const tracesIn = async (dir: string): Promise<number> => {
  let found = 0;
  // a running server has its socket there too
  const files = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isFile());
  for (const { name } of files) found += (await readFile(join(dir, name), 'latin1')).split(CANARY).length - 1;
  return found;
};

/** Different lengths make SQLite move rows between pages: each move may leave a copy. */
const words = (word: string, n: number): string => `${word} `.repeat(2 + ((n * 7_919) % (n % 20 ? 60 : 900)));

/** Many rows of different sizes; every tenth contains the canary and is then replaced or deleted. */
const writeAndErase = async (url: string): Promise<void> => {
  await using client = new MongoClient(url);
  const rows = client.db('traces').collection<Document & { _id: number }>('rows');
  for (const pass of [1, 2, 3])
    await rows.bulkWrite(
      Array.from({ length: ROWS }, (_, n) => ({
        replaceOne: {
          filter: { _id: n },
          replacement: { words: words(n % 10 === 0 ? CANARY : 'plain', n * pass + pass) },
          upsert: true,
        },
      })),
    );
  await rows.deleteMany({ _id: { $mod: [20, 0] } });
  await rows.updateMany({ _id: { $mod: [10, 0] } }, { $set: { words: 'erased' } });
};

it('soon after a quiet period no byte of deleted or replaced data is in the files', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'embedded-traces-'));
  await using server = await spawnMongo({ dir });

  await writeAndErase(server.url);

  await vi.waitFor(async () => expect(await tracesIn(dir)).toBe(0), TIDY);
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

it('a server that stops immediately leaves no trace, and a killed one removes them after its next start', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'embedded-traces-'));
  const stopped = await spawnMongo({ dir });
  await writeAndErase(stopped.url);
  await stopped.close();
  const afterStop = await tracesIn(dir);

  const killed = await spawnMongo({ dir });
  await writeAndErase(killed.url);
  process.kill(killed.pid, 'SIGKILL');
  await killed.exited;
  const afterKill = await tracesIn(dir);
  await using again = await spawnMongo({ dir });

  expect(afterStop).toBe(0);
  expect(afterKill).toBeGreaterThan(0);
  await vi.waitFor(async () => expect(await tracesIn(dir)).toBe(0), TIDY);
  await again.close();
  await rm(dir, { recursive: true, force: true });
});
