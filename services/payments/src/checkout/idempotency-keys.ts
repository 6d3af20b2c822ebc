import { createHash } from 'node:crypto';
import { Refusal } from '@satrangi/chassis';
import type { PaymentRequest, UserId } from '@satrangi/contracts';
import type { AskedWith } from '../orders/order.rules.ts';

/** `isGiven`: the key came with the request and is not derived from it. */
export type Identity = AskedWith & { readonly isGiven: boolean };

/** Keys come from clients: anything printable, not too long to keep. */
export const isIdempotencyKey = (key: string): boolean => /^[\x21-\x7e]{1,255}$/.test(key);

/**
 * The key of a request that names none: the same person, items or amount, country and minute make the same request
 * (checklist PAY-34).
 */
export const derivedIdempotencyKey = (request: PaymentRequest, userId: string | null, now: Date): string => {
  const what =
    request.purpose === 'purchase'
      ? request.items.map(({ mediaId, format }) => `${mediaId}:${format}`).sort()
      : [request.purpose, request.name, request.email, request.amountMinor];
  return JSON.stringify([userId, request.country, what, Math.floor(now.getTime() / 60_000)]);
};

export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What makes two requests one. @throws Refusal validation-failed for a key that can not be kept */
export const identify = (
  given: string | undefined,
  request: PaymentRequest,
  userId: UserId | null,
  now: Date,
): Identity => {
  if (given === undefined) {
    const key = digest(derivedIdempotencyKey(request, userId, now));
    return { idempotencyKey: `press:${key}`, fingerprint: key, isGiven: false };
  }
  if (!isIdempotencyKey(given))
    throw new Refusal('validation-failed', 'Idempotency-Key must have 1 to 255 characters', {
      errors: [
        { pointer: '/headers/idempotency-key', detail: 'Idempotency-Key must have 1 to 255 characters' },
      ],
    });
  return { idempotencyKey: `key:${given}`, fingerprint: digest(JSON.stringify(request)), isGiven: true };
};
