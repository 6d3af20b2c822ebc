import { createHmac } from 'node:crypto';

/** At most `max` attempts in a window; the window opens with the first attempt. */
export type RateLimit = { readonly max: number; readonly windowMs: number };
export type RateLimits<Name extends string> = Readonly<Record<Name, RateLimit>>;

/** The id of the counter of one limit for one subject. Keyed, so that counters hold no person and no address. */
export const counterId = (secret: string, limit: string, ...subject: readonly string[]): string =>
  createHmac('sha256', secret)
    .update([limit, ...subject].join('\n'))
    .digest('base64url');

/** The part of a request with its origin. */
export type Origin = {
  readonly socketAddress: string | undefined;
  /** The header `x-client-ip`. */
  readonly clientIp: string | undefined;
  /** The request carries the internal secret, so it comes from the gateway. */
  readonly isInternal: boolean;
};

const MAX_ADDRESS_LENGTH = 64;

/** The visitor's address: the header set by the gateway, else the peer of the socket. */
export const clientAddressOf = ({ socketAddress, clientIp, isInternal }: Origin): string => {
  const forwarded = isInternal ? clientIp?.trim() : undefined;
  return (forwarded || socketAddress || 'unknown').slice(0, MAX_ADDRESS_LENGTH).replace(/^::ffff:/, '');
};
