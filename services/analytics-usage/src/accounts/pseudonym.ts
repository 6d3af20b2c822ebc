import { createHmac } from 'node:crypto';

export type PseudonymOf = (userId: string) => string;

/** The pseudonym of an account here. Keyed, so that it can not be found from the id and differs from installation to installation. */
export const createPseudonyms =
  (secret: string): PseudonymOf =>
  (userId) =>
    createHmac('sha256', secret).update(`account\n${userId}`).digest('base64url').slice(0, 22);
