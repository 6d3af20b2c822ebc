import { createHmac, timingSafeEqual } from 'node:crypto';

/** Ten failures for one identifier from one address, then a pause (checklist IDN-39). */
export const ATTEMPTS_MAX = 10;
export const ATTEMPTS_WINDOW_MS = 15 * 60_000;

const keyed = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/** The counter of one identifier from one address. Keyed, so that the counters name neither. */
export const attemptKey = (secret: string, identifier: string, address: string): string =>
  keyed(secret, `login\n${identifier}\n${address}`).toString('base64url');

export const sameSecret = (given: string | undefined, secret: string): boolean =>
  given !== undefined && timingSafeEqual(keyed(secret, given), keyed(secret, secret));

/** What a request says of where it comes from. */
export type Origin = {
  readonly socketAddress: string | undefined;
  readonly clientIpHeader: string | undefined;
  readonly secretHeader: string | undefined;
};

/** The visitor's address: the gateway's word when it proves to be the gateway, else the other end of the socket. */
export const addressOf = (origin: Origin, secret: string): string => {
  const told = sameSecret(origin.secretHeader, secret) ? origin.clientIpHeader?.trim() : undefined;
  return (told || origin.socketAddress || 'unknown').slice(0, 64).replace(/^::ffff:/, '');
};
