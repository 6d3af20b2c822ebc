import { createHmac, timingSafeEqual } from 'node:crypto';

/** So many attempts in so long, then a pause. */
export type Limit = { readonly max: number; readonly windowMs: number };

const MINUTE = 60_000;

export const limits = {
  /** Ten failures for one identifier from one address (checklist IDN-39). */
  login: { max: 10, windowMs: 15 * MINUTE },
  /** A hundred failures from one address, whatever it tries (attack S15). */
  address: { max: 100, windowMs: 15 * MINUTE },
  /** Wrong current passwords of one account, from wherever: whoever sends them has its token. */
  currentPassword: { max: 10, windowMs: 15 * MINUTE },
  /** Mails one address book entry gets, whoever asks: nobody's inbox is flooded from here. */
  mailsToOne: { max: 3, windowMs: 60 * MINUTE },
  /** Mails one visitor asks for. */
  mailsAskedFor: { max: 30, windowMs: 15 * MINUTE },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

const keyed = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/** The counter of one limit for who or what it is about. Keyed, so that the counters name neither. */
export const attemptKey = (secret: string, limit: LimitName, ...about: readonly string[]): string =>
  keyed(secret, [limit, ...about].join('\n')).toString('base64url');

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
