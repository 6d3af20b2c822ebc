import { hash, randomFillSync } from 'node:crypto';

export type Ids = {
  /** 128 random bits, url-safe, 22 characters. */
  readonly newId: () => string;
  /** Always the same id for the same fact: an order that is announced twice is one event said twice. */
  readonly eventId: (type: string, key: string) => string;
};

const ID_BYTES = 16;
/** Random bytes for ids to come: asked for one by one they cost more than all else of an id. */
const pool = Buffer.alloc(ID_BYTES * 256);
let taken = pool.length;

const randomId = (): string => {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += ID_BYTES;
  return pool.toString('base64url', taken - ID_BYTES, taken);
};

const digestId = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);

export const systemIds: Ids = {
  newId: randomId,
  eventId: (type, key) => digestId(`${type}\n${key}`),
};
