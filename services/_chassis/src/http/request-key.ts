import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { Refusal } from './refusal.ts';

const detail = 'Idempotency-Key must have 1 to 255 characters';

/** Limits of keys from clients: printable ASCII characters and a maximum length. */
export const isIdempotencyKey = (key: string): boolean => /^[\x21-\x7e]{1,255}$/.test(key);

/**
 * Digest of a request with an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): the same person, key and body
 * give the same digest. Stored with a unique index beside what the request creates, a repetition creates nothing more.
 * @returns undefined without the header
 * @throws Refusal validation-failed for an invalid key
 */
export const requestKeyOf = (request: Request, userId: string, body: unknown): string | undefined => {
  const key = request.get('idempotency-key');
  if (key === undefined) return undefined;
  if (!isIdempotencyKey(key))
    throw new Refusal('validation-failed', detail, {
      errors: [{ pointer: '/headers/idempotency-key', detail }],
    });
  return createHash('sha256')
    .update(JSON.stringify([userId, key, body]))
    .digest('base64url');
};
