import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Operation, Store, StoredDescription, StoredDocument } from './store.ts';
import { createTraces } from './traces.ts';

/**
 * WAL with synchronous=FULL: a commit is one append and one fsync, so an acknowledged write survives both a
 * kill and a power cut. A checkpoint runs every 4000 pages (16 MB).
 *
 * Deleted and replaced rows are overwritten with zeros (secure_delete); `traces.ts` removes remaining copies. VACUUM
 * runs in memory, so that no temporary file contains a copy.
 *
 * The exclusive lock is held while the file is open and ends with the process: two servers on one directory
 * would overwrite each other's data.
 */
const SETTINGS = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA cache_size = -4000;
  PRAGMA secure_delete = ON;
  PRAGMA temp_store = MEMORY;
  CREATE TABLE IF NOT EXISTS collection (id INTEGER PRIMARY KEY, description BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS document (
    collection INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (collection, seq)
  ) WITHOUT ROWID;
`;

const bytesOf = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array());

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;

const SQLITE_BUSY = 5;

const open = (dir: string): DatabaseSync => {
  // Only the owner may read: the data contains personal data.
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  for (const name of ['data.sqlite', 'data.sqlite-wal', 'data.sqlite-shm']) {
    const file = join(dir, name);
    if (existsSync(file)) chmodSync(file, 0o600);
  }
  const database = new DatabaseSync(join(dir, 'data.sqlite'));
  try {
    database.exec(SETTINGS);
    return database;
  } catch (error) {
    database.close();
    throw isBusy(error) ? new Error(`The data in ${dir} is in use by another server`) : error;
  }
};

/** Documents in one SQLite file, `data.sqlite`, in the given directory, which no other server may use. */
export const sqliteStore = (dir: string): Store => {
  const database = open(dir);
  const put = database.prepare(
    'INSERT INTO document VALUES (?, ?, ?) ON CONFLICT (collection, seq) DO UPDATE SET body = excluded.body',
  );
  const remove = database.prepare('DELETE FROM document WHERE collection = ? AND seq = ?');
  const describe = database.prepare('INSERT OR REPLACE INTO collection VALUES (?, ?)');
  const dropDocuments = database.prepare('DELETE FROM document WHERE collection = ?');
  const dropCollection = database.prepare('DELETE FROM collection WHERE id = ?');
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const traces = createTraces(database);

  const apply = (operation: Operation): void => {
    switch (operation.kind) {
      case 'put':
        put.run(operation.collection, operation.seq, operation.body);
        break;
      case 'remove':
        remove.run(operation.collection, operation.seq);
        break;
      case 'describe':
        describe.run(operation.collection, operation.description);
        break;
      case 'drop':
        dropDocuments.run(operation.collection);
        dropCollection.run(operation.collection);
        break;
    }
  };

  function* documents(collection: number): Generator<StoredDocument> {
    const rows = database
      .prepare('SELECT seq, body FROM document WHERE collection = ? ORDER BY seq')
      .iterate(collection);
    for (const { seq, body } of rows) yield { seq: Number(seq), body: bytesOf(body) };
  }

  return {
    descriptions: () =>
      database
        .prepare('SELECT id, description FROM collection ORDER BY id')
        .all()
        .map(
          ({ id, description }): StoredDescription => ({
            collection: Number(id),
            description: bytesOf(description),
          }),
        ),
    documents,
    // A failed commit leaves memory ahead of the disk; the server stops, so nothing is rolled back here.
    commit: (operations) => {
      begin.run();
      for (const operation of operations) apply(operation);
      traces.written();
      commit.run();
    },
    removeTraces: traces.removeWhenDue,
    close: () => {
      traces.removeAtStop();
      database.close();
    },
  };
};
