/** A round that removes traces must not need as much memory as the file has. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it, vi } from 'vitest';
import { fileOf, openFile } from '../src/store/open-file.ts';
import { createTraces } from '../src/store/traces.ts';

const MB = 1024 * 1024;
const FILE_MB = 192;
const QUIET_MS = 5_000;
const START_MS = 60_000;

/** The highest resident memory of this process so far. */
const peakMB = (): number => process.resourceUsage().maxRSS / 1024;

it('rewrites a large file a minute after a start, with a fraction of its size in memory and no other file', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'embedded-large-'));
  const database = openFile(dir);
  const insert = database.prepare('INSERT INTO document VALUES (1, ?, randomblob(?), 0)');
  database.exec('BEGIN');
  for (let seq = 0; seq < FILE_MB; seq += 1) insert.run(seq, MB);
  database.exec('COMMIT');
  vi.useFakeTimers({ toFake: ['performance'] });
  const traces = createTraces(database, dir);
  traces.written();
  vi.advanceTimersByTime(QUIET_MS);
  const before = peakMB();

  traces.removeWhenDue();
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 0 });

  vi.advanceTimersByTime(START_MS - QUIET_MS);
  traces.removeWhenDue();

  expect(peakMB() - before).toBeLessThan(FILE_MB / 3);
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  expect(database.prepare('PRAGMA temp_store').get()).toEqual({ temp_store: 2 });
  expect((await stat(`${fileOf(dir)}-wal`)).size).toBe(0);
  expect((await readdir(dir)).sort()).toEqual(['data.sqlite', 'data.sqlite-wal']);
  vi.useRealTimers();
  database.close();
  await rm(dir, { recursive: true, force: true });
});
