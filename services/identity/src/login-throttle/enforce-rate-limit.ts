import { enforceRateLimit as enforce } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';

/** @throws Refusal too-many-requests with the longest of the waits, in seconds, unless all are 0 */
export const enforceRateLimit = (...waits: readonly number[]): void =>
  enforce(accountTexts.tooManyAttempts, ...waits);
