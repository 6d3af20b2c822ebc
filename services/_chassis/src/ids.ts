import { createHash, randomBytes } from 'node:crypto';

export type Ids = {
  /** 128 random bits, url-safe, 22 characters. */
  readonly newId: () => string;
  /** Always the same id for the same fact: an order that is announced twice is one event said twice. */
  readonly eventId: (type: string, key: string) => string;
};

const digestId = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

export const systemIds: Ids = {
  newId: () => randomBytes(16).toString('base64url'),
  eventId: (type, key) => digestId(`${type}\n${key}`),
};
