import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkLog } from './check-log.ts';
import { checksumOf } from './checksum.ts';
import { damaged } from './store-error.ts';

/**
 * WAL with synchronous=FULL: a commit is one append and one fsync, so an acknowledged write survives both a
 * kill and a power cut. A checkpoint runs every 4000 pages (16 MB).
 *
 * Deleted and replaced rows are overwritten with zeros (secure_delete); `traces.ts` removes remaining copies. Temporary
 * data is in memory, so that no file contains a copy; `traces.ts` makes an exception for large files.
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
  CREATE TABLE IF NOT EXISTS collection (id INTEGER PRIMARY KEY, description BLOB NOT NULL, checksum INTEGER);
  CREATE TABLE IF NOT EXISTS document (
    collection INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    body BLOB NOT NULL,
    checksum INTEGER,
    PRIMARY KEY (collection, seq)
  ) WITHOUT ROWID;
`;

const CHECKSUMS = `
  ALTER TABLE collection ADD COLUMN checksum INTEGER;
  ALTER TABLE document ADD COLUMN checksum INTEGER;
  UPDATE collection SET checksum = checksum_of(id, 0, description);
  UPDATE document SET checksum = checksum_of(collection, seq, body);
`;

/** Files of an earlier version have no checksums: they are computed once, in one transaction. */
const addChecksums = (database: DatabaseSync): void => {
  const columns = database.prepare("SELECT name FROM pragma_table_info('document')").all();
  if (columns.some(({ name }) => name === 'checksum')) return;
  database.function('checksum_of', { deterministic: true }, (collection, seq, body) =>
    body instanceof Uint8Array ? checksumOf(Number(collection), Number(seq), body) : null,
  );
  database.exec(`BEGIN IMMEDIATE; ${CHECKSUMS} COMMIT`);
};

/** A server that was killed or is stopping releases its lock when its process has ended. */
const LOCK_WAIT_MS = 3_000;

/** The number of rows in the pages, and of those that are found by their collection. */
const ROWS = `
  SELECT (SELECT count(*) FROM document) AS stored,
    (SELECT total((SELECT count(*) FROM document WHERE collection = id)) FROM collection) AS found
`;

/** Checksums find damage inside a row; this finds rows that are missing or in the wrong place. */
const checkRows = (database: DatabaseSync, file: string): void => {
  const { stored, found } = database.prepare(ROWS).get() ?? {};
  if (stored !== found) throw damaged(file, `${stored} rows are stored and ${found} are found`);
};

/** The database file of a data directory. */
export const fileOf = (dir: string): string => join(dir, 'data.sqlite');

/**
 * Opens and checks the file, and adds what an earlier version did not have.
 * @throws an error of node:sqlite, or StoreError when the file is damaged
 */
export const openFile = (dir: string): DatabaseSync => {
  // Only the owner may read: the data contains personal data.
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  const file = fileOf(dir);
  for (const name of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(name)) chmodSync(name, 0o600);
  checkLog(file);
  const database = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
  try {
    database.exec(SETTINGS);
    checkRows(database, file);
    addChecksums(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};
