const MINUTE = 60_000;

/** The limits that the environment sets; all others are fixed below. */
export type RateLimitSettings = {
  readonly failuresPerAddress: number;
  readonly failuresPerAccount: number;
  readonly registrationsPerAddress: number;
  readonly registrationsWithoutProof: number;
};

/** Limits of address keys are those of one IPv4 address or IPv6 /64; larger networks get a multiple. */
export const rateLimitsOf = (settings: RateLimitSettings) =>
  ({
    /** Ten failures for one identifier from one address (checklist IDN-39). */
    login: { max: 10, windowMs: 15 * MINUTE },
    /** Failures from one address, for any identifier (attack S15). */
    address: { max: settings.failuresPerAddress, windowMs: 15 * MINUTE },
    /** Failures for one identifier on a known device of its account. */
    device: { max: 10, windowMs: 15 * MINUTE },
    /** Failures for one identifier from all addresses; beyond it, unknown devices are slowed. */
    account: { max: settings.failuresPerAccount, windowMs: 60 * MINUTE },
    /** Attempts of unknown devices for one identifier whose `account` budget is spent. */
    accountSlowed: { max: 3, windowMs: MINUTE },
    /** Registrations from one address. Failed ones count: each response reveals whether an email has an account. */
    registrations: { max: settings.registrationsPerAddress, windowMs: 60 * MINUTE },
    /** All registrations; beyond it, each needs a proof of work. */
    registrationsOfAll: { max: settings.registrationsWithoutProof, windowMs: 10 * MINUTE },
    /** A proof of work is accepted once; the window is longer than the lifetime of its challenge. */
    proof: { max: 1, windowMs: 15 * MINUTE },
    /** Wrong current passwords of one account, from all addresses: the sender already holds a token. */
    currentPassword: { max: 10, windowMs: 15 * MINUTE },
    /** Requested mails to one recipient, so that an inbox cannot be flooded. */
    mailsToOne: { max: 3, windowMs: 60 * MINUTE },
    /** Confirmation links to one recipient, at registration and when requested again. */
    confirmationMails: { max: 3, windowMs: 60 * MINUTE },
    /** Invitations that one admin sends, and those to one mailbox from all admins. */
    invitations: { max: 10, windowMs: 60 * MINUTE },
    invitationsToOne: { max: 3, windowMs: 24 * 60 * MINUTE },
    /** Test mails of one admin. */
    testMails: { max: 5, windowMs: 10 * MINUTE },
    /** Mails requested by one client. */
    mailsAskedFor: { max: 30, windowMs: 15 * MINUTE },
  }) as const;
export type RateLimitName = keyof ReturnType<typeof rateLimitsOf>;
