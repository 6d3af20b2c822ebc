import { createHmac, timingSafeEqual } from 'node:crypto';

/** True for `sha256=<hex>`, the HMAC of these bytes with the app secret. */
export const isSignedByWhatsapp = (secret: string, body: Uint8Array, signature: string): boolean => {
  const [, given] = /^sha256=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (given === undefined) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(given, 'hex'));
};
