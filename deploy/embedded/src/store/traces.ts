import type { DatabaseSync } from 'node:sqlite';

/** Nothing written for this long counts as a quiet moment. */
const QUIET_MS = 5_000;
/** Under constant writing traces stay no longer than this. */
const LATEST_MS = 600_000;
/** Between two rounds: at least this long, and a hundred times what the last one took. */
const PAUSE_MS = 30_000;
const PAUSE_FACTOR = 100;
/** A server that stops removes traces only from a file of at most this size (about a second). */
const STOP_BYTES = 64 * 1024 * 1024;

/** `user_version` of a file without traces; any other number means there may be some. */
const CLEAN = 1;

const numberOf = (database: DatabaseSync, pragma: 'user_version' | 'page_count' | 'page_size'): number =>
  Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma] ?? 0);

/**
 * Removes from the files what was deleted or replaced. `secure_delete` overwrites a row where it stands, but not the
 * copies that remain when SQLite moves rows between pages, and not the log: VACUUM writes the file anew and the
 * checkpoint empties the log.
 */
export const createTraces = (database: DatabaseSync) => {
  const startedAt = performance.now();
  let dirtySince = numberOf(database, 'user_version') === CLEAN ? undefined : startedAt;
  let lastWrite = startedAt;
  let pauseUntil = 0;

  const remove = (): void => {
    const began = performance.now();
    try {
      database.exec(`VACUUM; PRAGMA user_version = ${CLEAN}; PRAGMA wal_checkpoint(TRUNCATE)`);
      dirtySince = undefined;
    } catch (error) {
      // a full disk, say: the data stands as it is, and the next round tries again
      const cause = error instanceof Error ? error.message : String(error);
      process.stderr.write(`${JSON.stringify({ level: 'warn', msg: 'traces not removed', cause })}\n`);
    }
    const ended = performance.now();
    pauseUntil = ended + Math.max(PAUSE_MS, PAUSE_FACTOR * (ended - began));
  };

  return {
    /** Called inside of every transaction that writes. */
    written: (): void => {
      lastWrite = performance.now();
      if (dirtySince !== undefined) return;
      dirtySince = lastWrite;
      database.exec('PRAGMA user_version = 0');
    },
    /** Removes traces when there may be some and it is a good moment. */
    removeWhenDue: (): void => {
      const now = performance.now();
      if (dirtySince === undefined || now < pauseUntil) return;
      if (now - lastWrite >= QUIET_MS || now - dirtySince >= LATEST_MS) remove();
    },
    /** Removes traces before the file is closed, unless that would take long. */
    removeAtStop: (): void => {
      const bytes = numberOf(database, 'page_count') * numberOf(database, 'page_size');
      if (dirtySince !== undefined && bytes <= STOP_BYTES) remove();
    },
  };
};
