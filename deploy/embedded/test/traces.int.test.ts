/** What was deleted or replaced must leave the files, not only the answers. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Document, MongoClient } from 'mongodb';
import { expect, it, vi } from 'vitest';
import { spawnMongo } from '../src/index.ts';

const CANARY = 'kanarivogel';
/** A quiet moment, and something for a busy machine. */
const TIDY = { timeout: 30_000, interval: 250 };
const ROWS = 3_000;

/** How often the word stands in the files of a folder, in the bytes of BSON. */
const tracesIn = async (dir: string): Promise<number> => {
  let found = 0;
  // a server that runs has its socket there too
  const files = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isFile());
  for (const { name } of files) found += (await readFile(join(dir, name), 'latin1')).split(CANARY).length - 1;
  return found;
};

/** Lengths that differ make SQLite move rows between pages: each move may leave a copy. */
const words = (word: string, n: number): string => `${word} `.repeat(2 + ((n * 7_919) % (n % 20 ? 60 : 900)));

/** Many rows of many sizes, of which every tenth names the canary; then those are replaced or deleted. */
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

it('soon after a quiet moment no byte of what was deleted or replaced is in the files', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'embedded-traces-'));
  await using server = await spawnMongo({ dir });

  await writeAndErase(server.url);

  await vi.waitFor(async () => expect(await tracesIn(dir)).toBe(0), TIDY);
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

it('a server that is stopped at once leaves no trace, and one that was killed removes them after its next start', async () => {
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
