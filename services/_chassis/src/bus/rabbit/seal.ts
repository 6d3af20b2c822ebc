import { createHmac, timingSafeEqual } from 'node:crypto';

/** The header that carries it. */
export const SEAL = 'x-seal';

/** HMAC-SHA256 (RFC 2104) of the bytes of a message, base64url: only who knows the secret between services can make it. */
export const sealOf = (secret: string, content: Buffer): string =>
  createHmac('sha256', secret).update(content).digest('base64url');

/** Whether a service said these bytes. The password of the broker alone is not enough to speak for one. */
export const isSealed = (secret: string, content: Buffer, seal: unknown): boolean => {
  if (typeof seal !== 'string') return false;
  const given = Buffer.from(seal);
  const right = Buffer.from(sealOf(secret, content));
  return given.length === right.length && timingSafeEqual(given, right);
};
