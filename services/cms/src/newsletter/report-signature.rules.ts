import { createHmac, timingSafeEqual } from 'node:crypto';

const VALID_S = 300;

const signed = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

/** True for a signature `t=<seconds>,v1=<hex>` of this body that is at most five minutes old. */
export const isSignedReport = (
  { secret, body, signature }: { readonly secret: string; readonly body: string; readonly signature: string },
  now: Date,
): boolean => {
  const [, seconds, given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (seconds === undefined) return false;
  const isFresh = Math.abs(now.getTime() / 1_000 - Number(seconds)) <= VALID_S;
  return isFresh && timingSafeEqual(Buffer.from(signed(secret, Number(seconds), body)), Buffer.from(given));
};
