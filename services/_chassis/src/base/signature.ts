import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 (RFC 2104) of bytes, base64url, with the secret that all services share. */
export const signatureOf = (secret: string, content: Buffer): string =>
  createHmac('sha256', secret).update(content).digest('base64url');

/** True when a service signed these bytes. Compares in constant time. */
export const isSigned = (secret: string, content: Buffer, signature: unknown): boolean => {
  if (typeof signature !== 'string') return false;
  const given = Buffer.from(signature);
  const right = Buffer.from(signatureOf(secret, content));
  return given.length === right.length && timingSafeEqual(given, right);
};
