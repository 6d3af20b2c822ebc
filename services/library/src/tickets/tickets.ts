import type { Caller, Clock } from '@satrangi/chassis';
import { MediaId, SessionId, UserId } from '@satrangi/contracts';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

export const DOCUMENT_TICKET_SECONDS = 600;
/** Grace period for pauses, so that one ticket lasts to the end of a film. */
const GRACE_SECONDS = 1_800;
/** Assumed for a file without a known duration. */
const DEFAULT_DURATION_SECONDS = 7_200;
/** Upper bound for durations that editors typed. */
const MAX_DURATION_SECONDS = 43_200;

/** The lifetime of a ticket for a film or a recording. @param duration of the file in seconds, when it is known */
export const mediaTicketSeconds = (duration: number | undefined): number =>
  Math.ceil(Math.min(duration || DEFAULT_DURATION_SECONDS, MAX_DURATION_SECONDS)) + GRACE_SECONDS;

/** A ticket is valid for one use only. `media` covers a stream, its captions and its transcript. */
export type TicketUse = 'pdf' | 'media';

/** The user and session of a ticket. The ticket is revoked together with its session. */
export type TicketHolder = Pick<Caller, 'userId' | 'tokenVersion' | 'sessionId'>;

type TicketScope = { readonly holder: TicketHolder; readonly mediaId: MediaId; readonly use: TicketUse };

const ISSUER = 'satrangi-library';
const Claims = z.object({
  sub: UserId,
  media: MediaId,
  use: z.string(),
  tv: z.int().nonnegative(),
  /** Absent when the login token has no session id. */
  sid: SessionId.optional(),
});

export type Tickets = ReturnType<typeof createTickets>;

/**
 * Short-lived signed tickets for URLs that cannot carry a header. The key, algorithm and audience differ from those of
 * login tokens, so neither is accepted in place of the other.
 */
export const createTickets = (secret: string, clock: Clock) => ({
  issue: ({
    holder: { userId, tokenVersion, sessionId },
    mediaId,
    use,
    seconds,
  }: TicketScope & { readonly seconds: number }): { ticket: string; expiresAt: string } => {
    const issuedAt = Math.floor(clock.now().getTime() / 1000);
    const ticket = jwt.sign(
      {
        sub: userId,
        tv: tokenVersion,
        ...(sessionId === null ? {} : { sid: sessionId }),
        media: mediaId,
        use,
        iat: issuedAt,
        exp: issuedAt + seconds,
      },
      secret,
      { algorithm: 'HS256', issuer: ISSUER, audience: `${ISSUER}/${use}` },
    );
    return { ticket, expiresAt: new Date((issuedAt + seconds) * 1000).toISOString() };
  },

  /** @returns the holder; `expired` differs from `refused` because a page may request a new ticket */
  check: (
    ticket: string,
    want: Pick<TicketScope, 'mediaId' | 'use'>,
  ): TicketHolder | 'expired' | 'refused' => {
    try {
      const claims = Claims.parse(
        jwt.verify(ticket, secret, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: `${ISSUER}/${want.use}`,
          clockTimestamp: Math.floor(clock.now().getTime() / 1000),
        }),
      );
      return claims.media === want.mediaId && claims.use === want.use
        ? { userId: claims.sub, tokenVersion: claims.tv, sessionId: claims.sid ?? null }
        : 'refused';
    } catch (error) {
      return error instanceof jwt.TokenExpiredError ? 'expired' : 'refused';
    }
  },
});
