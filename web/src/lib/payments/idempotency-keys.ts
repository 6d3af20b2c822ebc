import { randomKey } from '@satrangi/kit/browser/random-key';

export type IdempotencyKeys<Body> = {
  readonly keyFor: (body: Body) => string;
  /** Ends the purchase attempt: an equal request gets a new key from now on. */
  readonly reset: () => void;
};

/**
 * Idempotency-Keys of one payment form. Equal requests get the same key, so a double click or a retry after a lost
 * response creates one order. Another amount, country or name is another purchase attempt.
 */
export const createIdempotencyKeys = <Body>(newKey: () => string = randomKey): IdempotencyKeys<Body> => {
  const keys = new Map<string, string>();
  return {
    keyFor: (body) => {
      const purchaseAttempt = JSON.stringify(body);
      const key = keys.get(purchaseAttempt) ?? newKey();
      keys.set(purchaseAttempt, key);
      return key;
    },
    reset: () => keys.clear(),
  };
};
