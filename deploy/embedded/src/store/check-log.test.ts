import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'bson';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sqliteStore } from './sqlite.ts';
import { DATA_DAMAGED } from './store-error.ts';

const COMMITS = 40;
const FILES = ['data.sqlite', 'data.sqlite-wal'];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'embedded-log-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The files as a killed server leaves them: nothing of the log is in the data file yet. */
const leaveLog = (dir: string): void => {
  const store = sqliteStore(join(root, 'running'));
  for (let seq = 1; seq <= COMMITS; seq++) {
    const description = serialize({ db: 'test', name: `n${seq}`, options: {}, indexes: [] });
    store.commit([
      { kind: 'describe', collection: 1, description },
      { kind: 'put', collection: 1, seq, body: serialize({ _id: seq, text: 'word '.repeat(seq * 20) }) },
    ]);
  }
  mkdirSync(dir);
  for (const name of FILES) copyFileSync(join(root, 'running', name), join(dir, name));
  store.close();
};

const countIn = (dir: string): number => {
  const store = sqliteStore(dir);
  try {
    return store.documentsFrom(1, 0, COMMITS + 1).length;
  } finally {
    store.close();
  }
};

it('a changed bit in the log of a killed server is found, except in its last transaction', {
  timeout: 120_000,
}, () => {
  const killed = join(root, 'killed');
  leaveLog(killed);
  const log = readFileSync(join(killed, 'data.sqlite-wal'));
  expect(log.length).toBeGreaterThan(100_000);
  const tried = join(root, 'tried');
  const open = (bytes: Buffer): number => {
    rmSync(tried, { recursive: true, force: true });
    mkdirSync(tried);
    copyFileSync(join(killed, 'data.sqlite'), join(tried, 'data.sqlite'));
    writeFileSync(join(tried, 'data.sqlite-wal'), bytes);
    return countIn(tried);
  };
  expect(open(log)).toBe(COMMITS);

  const counts: number[] = [];
  let found = 0;
  for (let at = 0; at < log.length; at += 1_987) {
    const bytes = Buffer.from(log);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
    try {
      counts.push(open(bytes));
    } catch (error) {
      expect(error).toMatchObject({ exitCode: DATA_DAMAGED });
      expect(String(error)).toContain('data.sqlite-wal is damaged');
      found++;
    }
  }

  expect(found).toBeGreaterThan(50);
  expect(counts.every((count) => count >= COMMITS - 1)).toBe(true);
});

it('a log that ends within a transaction is no damage', () => {
  const killed = join(root, 'killed');
  leaveLog(killed);
  const log = readFileSync(join(killed, 'data.sqlite-wal'));
  writeFileSync(join(killed, 'data.sqlite-wal'), log.subarray(0, log.length - 3_000));

  expect(countIn(killed)).toBe(COMMITS - 1);
});
