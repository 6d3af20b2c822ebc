/** EX_DATAERR of sysexits.h: the stored data is damaged, and a restart does not help. */
export const DATA_DAMAGED = 65;
/** EX_IOERR of sysexits.h: the data cannot be read or written, for example on a full disk. */
export const STORE_FAILURE = 74;

/** A store that cannot work. The message names the file and the remedy, in one line. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** Primary result codes of SQLite. Source: sqlite.org/rescode.html. */
const ERROR = 1;
const PERM = 3;
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** The primary result code of an error of node:sqlite, or undefined. */
const resultCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;

/** @param what is wrong, in a few words */
export const damaged = (file: string, what: string, cause?: unknown): StoreError =>
  new StoreError(
    `${file} is damaged (${what}). Restore its folder from a backup, or move the folder away to begin with an empty store.`,
    DATA_DAMAGED,
    cause,
  );

/** @returns a StoreError with file and remedy for an error of SQLite; any other error unchanged */
export const storeErrorOf = (error: unknown, file: string): unknown => {
  const message = error instanceof Error ? error.message : String(error);
  switch (resultCodeOf(error)) {
    case FULL:
      return new StoreError(
        `No space left for ${file}. Free space on its disk and start again; acknowledged writes are stored.`,
        STORE_FAILURE,
        error,
      );
    // all statements are constant, so one that fails finds another schema than it needs
    case ERROR:
    case CORRUPT:
    case NOTADB:
      return damaged(file, message, error);
    case BUSY:
      return new Error(`${file} is in use by another server`, { cause: error });
    case PERM:
    case READONLY:
    case IOERR:
    case CANTOPEN:
      return new StoreError(
        `${file} cannot be read or written (${message}). Check its disk and its permissions, then start again.`,
        STORE_FAILURE,
        error,
      );
    default:
      return error;
  }
};
