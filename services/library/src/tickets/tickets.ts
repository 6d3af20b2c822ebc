import type { Caller, Clock } from '@satrangi/chassis';
import { MediaId, SessionId, UserId } from '@satrangi/contracts';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

export const DOCUMENT_SECONDS = 600;
/** A pause, a call at the door: a film is seen to its end without asking again. */
const PAUSES_SECONDS = 1_800;
/** Counts for a film whose length nobody knows, and bounds what an editor may have typed. */
const UNKNOWN_SECONDS = 7_200;
const LONGEST_SECONDS = 43_200;

/** How long a ticket for a film or a recording holds. @param length of the file in seconds, when it is known */
export const playingSeconds = (length: number | undefined): number =>
  Math.ceil(Math.min(length || UNKNOWN_SECONDS, LONGEST_SECONDS)) + PAUSES_SECONDS;

/** What a ticket is for; a ticket for one use is worth nothing for another. `media`: a stream and what goes with it. */
export type TicketUse = 'pdf' | 'media';

/** Whose ticket it is, and of which login: it ends with it. */
export type Holder = Pick<Caller, 'userId' | 'tokenVersion' | 'sessionId'>;

type Bound = { readonly holder: Holder; readonly mediaId: MediaId; readonly use: TicketUse };

const ISSUER = 'satrangi-library';
const Claims = z.object({
  sub: UserId,
  media: MediaId,
  use: z.string(),
  tv: z.int().nonnegative(),
  /** Absent for a login whose token has no session id. */
  sid: SessionId.optional(),
});

export type Tickets = ReturnType<typeof ticketOffice>;

/**
 * Short tickets for addresses that can not carry a header. Signed with a key only the library has, by another
 * algorithm and for another audience than login tokens: neither is ever accepted in the place of the other.
 */
export const ticketOffice = (secret: string, clock: Clock) => ({
  issue: ({
    holder: { userId, tokenVersion, sessionId },
    mediaId,
    use,
    seconds,
  }: Bound & { readonly seconds: number }): { ticket: string; expiresAt: string } => {
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

  /** Who holds it; `expired` and `refused` are told apart because a page can ask for a new one. */
  check: (ticket: string, want: Pick<Bound, 'mediaId' | 'use'>): Holder | 'expired' | 'refused' => {
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
