import { createHmac, timingSafeEqual } from 'node:crypto';

/** So many attempts in so long, then a pause. */
export type Limit = { readonly max: number; readonly windowMs: number };

const MINUTE = 60_000;

/** Limits an operator may set; every other number is fixed below. */
export type LimitSettings = {
  readonly failuresPerAddress: number;
  readonly failuresPerAccount: number;
  readonly registrationsPerAddress: number;
  readonly registrationsWithoutProof: number;
};

/** Budgets of one IPv4 address or one IPv6 /64; the networks around it have larger ones. */
export const limitsOf = (settings: LimitSettings) =>
  ({
    /** Ten failures for one identifier from one address (checklist IDN-39). */
    login: { max: 10, windowMs: 15 * MINUTE },
    /** Failures from one address, whatever it tries (attack S15). */
    address: { max: settings.failuresPerAddress, windowMs: 15 * MINUTE },
    /** Failures for one identifier on a browser that has logged in to its account before. */
    device: { max: 10, windowMs: 15 * MINUTE },
    /** Failures for one identifier from everywhere; beyond it strangers are slowed. */
    account: { max: settings.failuresPerAccount, windowMs: 60 * MINUTE },
    /** Attempts of strangers for one identifier once its budget is spent. */
    accountSlowed: { max: 3, windowMs: MINUTE },
    /** Registrations of one visitor, taken addresses counted: each answer says whether somebody is a customer here. */
    registrations: { max: settings.registrationsPerAddress, windowMs: 60 * MINUTE },
    /** Registrations of everybody; beyond it each needs a proof of work. */
    registrationsOfAll: { max: settings.registrationsWithoutProof, windowMs: 10 * MINUTE },
    /** A proof of work counts once; kept for longer than its challenge lives. */
    proof: { max: 1, windowMs: 15 * MINUTE },
    /** Wrong current passwords of one account, from wherever: whoever sends them has its token. */
    currentPassword: { max: 10, windowMs: 15 * MINUTE },
    /** Mails one address book entry gets, whoever asks: nobody's inbox is flooded from here. */
    mailsToOne: { max: 3, windowMs: 60 * MINUTE },
    /** Links one address gets that confirm it, at registration and when asked for again. */
    confirmationMails: { max: 3, windowMs: 60 * MINUTE },
    /** Mails one visitor asks for. */
    mailsAskedFor: { max: 30, windowMs: 15 * MINUTE },
  }) as const satisfies Record<string, Limit>;
export type Limits = ReturnType<typeof limitsOf>;
export type LimitName = keyof Limits;

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
