import { type Logger, Refusal } from '@satrangi/chassis';

/** Stripe's error code; null without an answer, and for errors without one. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Logs Stripe's error code; the buyer gets our own message. */
export const failed = (log: Logger, error: unknown, text: string): Refusal => {
  const stripeError = codeOf(error) ?? 'no_answer';
  log.warn({ provider: 'stripe', code: stripeError }, 'provider failed');
  return new Refusal('provider-failed', text, { data: { provider: 'stripe', stripeError } });
};
