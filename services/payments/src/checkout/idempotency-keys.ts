import { createHash } from 'node:crypto';
import { isIdempotencyKey, Refusal } from '@satrangi/chassis';
import type { PaymentRequest, UserId } from '@satrangi/contracts';
import type { RequestKey } from '../orders/order.rules.ts';

/** `isGiven`: the client sent the key; otherwise it is derived from the request. */
export type Identity = RequestKey & { readonly isGiven: boolean };

/**
 * Derives the key of a request without one: the same person, items or amount, country and minute give the same key
 * (checklist PAY-34).
 */
export const derivedIdempotencyKey = (request: PaymentRequest, userId: string | null, now: Date): string => {
  const what =
    'items' in request
      ? [
          ...(request.purpose === 'gift-purchase' ? ['gift', request.giftEmail] : []),
          ...request.items.map(({ mediaId, format }) => `${mediaId}:${format}`).sort(),
        ]
      : [
          request.purpose,
          request.name,
          request.email,
          request.amountMinor,
          request.runSlug,
          request.runDraftId,
        ].filter((part) => part !== undefined);
  return JSON.stringify([userId, request.country, what, Math.floor(now.getTime() / 60_000)]);
};

export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The idempotency key of a request. @throws Refusal validation-failed for an invalid key */
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
