import { Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';

/** @throws Refusal too-many-requests when one of the counters says how many seconds to wait. */
export const refuseWhenTired = (...waits: readonly number[]): void => {
  const wait = Math.max(0, ...waits);
  if (wait > 0) throw new Refusal('too-many-requests', accountTexts.tooManyAttempts, { retryAfter: wait });
};
