import type { DatabaseSync } from 'node:sqlite';

/** Time without a write before a round. */
const QUIET_MS = 5_000;
/** The maximum age of traces under constant writes. */
const LATEST_MS = 600_000;
/** The minimum pause between two rounds, and its minimum as a multiple of the last duration. */
const PAUSE_MS = 30_000;
const PAUSE_FACTOR = 100;
/** The maximum file size for a round at a stop (about a second). */
const STOP_BYTES = 64 * 1024 * 1024;

/** `user_version` of a file without traces; with any other number there may be some. */
const CLEAN = 1;

const numberOf = (database: DatabaseSync, pragma: 'user_version' | 'page_count' | 'page_size'): number =>
  Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma] ?? 0);

/**
 * Removes deleted and replaced data from the files. `secure_delete` overwrites a row in place, but not the copies
 * that remain when SQLite moves rows between pages, and not the log: VACUUM rewrites the file and the checkpoint
 * truncates the log.
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
      const bytes = numberOf(database, 'page_count') * numberOf(database, 'page_size');
      if (dirtySince !== undefined && bytes <= STOP_BYTES) remove();
    },
  };
};
