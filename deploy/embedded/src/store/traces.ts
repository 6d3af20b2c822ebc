import type { DatabaseSync } from 'node:sqlite';

/** Time without a write before a round. */
const QUIET_MS = 5_000;
/** The maximum age of traces under constant writes. */
const LATEST_MS = 600_000;
/** The minimum pause between two rounds, and its minimum as a multiple of the last duration. */
const PAUSE_MS = 30_000;
const PAUSE_FACTOR = 100;
/** The first round of a large file comes after this time: services read their data at a start, and a round takes seconds. */
const START_MS = 60_000;
/** Larger files have no round at a stop (about a second for this size), and are not rewritten in memory. */
const LARGE_BYTES = 64 * 1024 * 1024;

/** `user_version` of a file without traces; with any other number there may be some. */
const CLEAN = 1;

const numberOf = (database: DatabaseSync, pragma: 'user_version' | 'page_count' | 'page_size'): number =>
  Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma] ?? 0);

/** The size of the file. */
export const bytesOf = (database: DatabaseSync): number =>
  numberOf(database, 'page_count') * numberOf(database, 'page_size');

const isLarge = (database: DatabaseSync): boolean => bytesOf(database) > LARGE_BYTES;

/**
 * VACUUM with a temporary file beside the data: in memory it would take as much as the file has, which the process does not
 * give back. The file has no name once it is open, and contains the live rows, as the log does at the end of the same round.
 */
const vacuumInFile = (database: DatabaseSync, dir: string): void => {
  const before = process.env.SQLITE_TMPDIR;
  process.env.SQLITE_TMPDIR = dir;
  try {
    database.exec('PRAGMA temp_store = FILE; VACUUM');
  } finally {
    if (before === undefined) delete process.env.SQLITE_TMPDIR;
    else process.env.SQLITE_TMPDIR = before;
    database.exec('PRAGMA temp_store = MEMORY');
  }
};

/**
 * Removes deleted and replaced data from the files. `secure_delete` overwrites a row in place, but not the copies
 * that remain when SQLite moves rows between pages, and not the log: VACUUM rewrites the file and the checkpoint
 * truncates the log.
 */
export const createTraces = (database: DatabaseSync, dir: string) => {
  const startedAt = performance.now();
  let dirtySince = numberOf(database, 'user_version') === CLEAN ? undefined : startedAt;
  let lastWrite = startedAt;
  let pauseUntil = isLarge(database) ? startedAt + START_MS : 0;

  const remove = (): void => {
    const began = performance.now();
    try {
      if (isLarge(database)) vacuumInFile(database, dir);
      else database.exec('VACUUM');
      database.exec(`PRAGMA user_version = ${CLEAN}; PRAGMA wal_checkpoint(TRUNCATE)`);
      dirtySince = undefined;
    } catch (error) {
      // for example a full disk: the data is unchanged, and the next round retries
      const cause = error instanceof Error ? error.message : String(error);
      process.stderr.write(`${JSON.stringify({ level: 'warn', msg: 'traces not removed', cause })}\n`);
    }
    const ended = performance.now();
    pauseUntil = ended + Math.max(PAUSE_MS, PAUSE_FACTOR * (ended - began));
  };

  return {
    /** Called in every write transaction. */
    written: (): void => {
      lastWrite = performance.now();
      if (dirtySince !== undefined) return;
      dirtySince = lastWrite;
      database.exec('PRAGMA user_version = 0');
    },
    /** Removes traces if there may be some and a round is due. */
    removeWhenDue: (): void => {
      const now = performance.now();
      if (dirtySince === undefined || now < pauseUntil) return;
      if (now - lastWrite >= QUIET_MS || now - dirtySince >= LATEST_MS) remove();
    },
    /** Removes traces before the file is closed, except from large files. */
    removeAtStop: (): void => {
      if (dirtySince !== undefined && !isLarge(database)) remove();
    },
  };
};
