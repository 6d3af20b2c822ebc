import { hash, randomFillSync } from 'node:crypto';

export type Ids = {
  /** 128 random bits, url-safe, 22 characters. */
  readonly newId: () => string;
  /** The same id for the same type and key: an event that is published again keeps its id. */
  readonly eventId: (type: string, key: string) => string;
};

const ID_BYTES = 16;
/** Random bytes in advance: one call for each id would cost more than the rest of it. */
const pool = Buffer.alloc(ID_BYTES * 256);
let used = pool.length;

const randomId = (): string => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.toString('base64url', used - ID_BYTES, used);
};

/** The first 22 characters of the base64url SHA-256: the same id for the same text. */
export const digestId = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);

export const systemIds: Ids = {
  newId: randomId,
  eventId: (type, key) => digestId(`${type}\n${key}`),
};
