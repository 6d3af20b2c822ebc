import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serialize } from 'bson';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sqliteStore } from './sqlite.ts';
import { DATA_DAMAGED, StoreError } from './store-error.ts';

const MB = 1024 * 1024;
const COLLECTIONS = [1, 2, 3];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'embedded-store-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const description = (collection: number): Uint8Array =>
  serialize({ db: 'test', name: `c${collection}`, options: {}, indexes: [] });

/** Rows of very different sizes, some of them deleted. */
const fill = (dir: string): void => {
  const store = sqliteStore(dir);
  for (const collection of COLLECTIONS) {
    store.commit([{ kind: 'describe', collection, description: description(collection) }]);
    for (let n = 1; n < 60; n++) {
      const body = serialize({ _id: n, text: 'word '.repeat((n * 37) % (n % 20 ? 60 : 2000)) });
      store.commit([{ kind: 'put', collection, seq: collection * 100 + n, body }]);
    }
    for (let n = 1; n < 60; n += 7) store.commit([{ kind: 'remove', collection, seq: collection * 100 + n }]);
  }
  store.close();
};

/** Everything that the store returns, as text. */
const contentsOf = (dir: string): string => {
  const store = sqliteStore(dir);
  try {
    const bodies = COLLECTIONS.map((collection) =>
      store
        .documentsFrom(collection, 0, 1_000)
        .map(({ seq, body }) => [seq, Buffer.from(body).toString('base64')]),
    );
    const descriptions = store
      .descriptions()
      .map((each) => [each.collection, Buffer.from(each.description).toString('base64')]);
    return JSON.stringify([descriptions, bodies]);
  } finally {
    store.close();
  }
};

it('a changed bit anywhere in the file is found, or changes nothing that is read', {
  timeout: 120_000,
}, () => {
  const dir = join(root, 'data');
  fill(dir);
  const file = join(dir, 'data.sqlite');
  const whole = readFileSync(file);
  const contents = contentsOf(dir);
  let found = 0;
  const wrong: number[] = [];

  for (let at = 0; at < whole.length; at += 61) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
    writeFileSync(file, bytes);
    try {
      if (contentsOf(dir) !== contents) wrong.push(at);
    } catch (error) {
      expect(error).toBeInstanceOf(StoreError);
      expect(error).toMatchObject({ exitCode: DATA_DAMAGED });
      expect(String(error)).toContain(`${file} is damaged`);
      found++;
    }
  }

  expect(wrong).toEqual([]);
  expect(found).toBeGreaterThan(500);
});

it('a damaged file is kept as it is', () => {
  const dir = join(root, 'data');
  fill(dir);
  const file = join(dir, 'data.sqlite');
  // as after a kill: a stop would remove traces of deleted rows now, which rewrites the file
  const killed = new DatabaseSync(file);
  killed.exec('PRAGMA user_version = 0');
  killed.close();
  const bytes = readFileSync(file);
  const at = bytes.indexOf('word word');
  bytes[at] = 0;
  writeFileSync(file, bytes);

  expect(() => contentsOf(dir)).toThrow('is damaged');
  expect(() => contentsOf(dir)).toThrow('is damaged');
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

/** A file as the version without checksums wrote it. */
const fillOld = (dir: string): void => {
  mkdirSync(dir);
  const database = new DatabaseSync(join(dir, 'data.sqlite'));
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE collection (id INTEGER PRIMARY KEY, description BLOB NOT NULL);
    CREATE TABLE document (
      collection INTEGER NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (collection, seq)
    ) WITHOUT ROWID;
  `);
  database.prepare('INSERT INTO collection VALUES (?, ?)').run(1, description(1));
  database.prepare('INSERT INTO document VALUES (?, ?, ?)').run(1, 7, serialize({ _id: 1, text: 'old' }));
  database.close();
};

it('a folder of the version without checksums opens, and is checked from then on', () => {
  const dir = join(root, 'old');
  fillOld(dir);
  const contents = contentsOf(dir);
  expect(JSON.parse(contents)[1][0]).toEqual([
    [7, Buffer.from(serialize({ _id: 1, text: 'old' })).toString('base64')],
  ]);
  expect(contentsOf(dir)).toBe(contents);

  const file = join(dir, 'data.sqlite');
  copyFileSync(file, `${file}.whole`);
  const bytes = readFileSync(file);
  bytes.write('odd', bytes.lastIndexOf('old'));
  writeFileSync(file, bytes);
  expect(() => contentsOf(dir)).toThrow(`${file} is damaged (wrong checksum of row 7 of collection 1)`);
  copyFileSync(`${file}.whole`, file);
  expect(contentsOf(dir)).toBe(contents);
});

it('returns fewer documents at once when they are large, at least one', () => {
  const store = sqliteStore(join(root, 'data'));
  store.commit([{ kind: 'describe', collection: 1, description: description(1) }]);
  for (let seq = 1; seq <= 24; seq += 1)
    store.commit([{ kind: 'put', collection: 1, seq, body: new Uint8Array(seq === 24 ? 16 * MB : MB) }]);
  const bytesFrom = (from: number): number =>
    store.documentsFrom(1, from, 64).reduce((total, { body }) => total + body.length, 0);

  expect(bytesFrom(1)).toBeLessThan(8 * MB);
  expect(bytesFrom(24)).toBe(16 * MB);
  const seqs: number[] = [];
  for (let from = 1; ; ) {
    const part = store.documentsFrom(1, from, 64);
    if (part.length === 0) break;
    seqs.push(...part.map(({ seq }) => seq));
    from = (seqs.at(-1) ?? 0) + 1;
  }
  expect(seqs).toEqual(Array.from({ length: 24 }, (_, n) => n + 1));
  store.close();
});
