import type { Clock } from '@satrangi/chassis';
import { MediaId, UserId } from '@satrangi/contracts';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

const TICKET_SECONDS = 600;

/** What a ticket is for; a ticket for one use is worth nothing for another. */
type TicketUse = 'pdf';

type Bound = { readonly userId: UserId; readonly mediaId: MediaId; readonly use: TicketUse };

const ISSUER = 'satrangi-library';
const Claims = z.object({ sub: UserId, media: MediaId, use: z.string() });

export type Tickets = ReturnType<typeof ticketOffice>;

/**
 * Short tickets for addresses that can not carry a header. Signed with a key only the library has, by another
 * algorithm and for another audience than login tokens: neither is ever accepted in the place of the other.
 */
export const ticketOffice = (secret: string, clock: Clock) => ({
  issue: ({ userId, mediaId, use }: Bound): { ticket: string; expiresAt: string } => {
    const issuedAt = Math.floor(clock.now().getTime() / 1000);
    const ticket = jwt.sign(
      { sub: userId, media: mediaId, use, iat: issuedAt, exp: issuedAt + TICKET_SECONDS },
      secret,
      { algorithm: 'HS256', issuer: ISSUER, audience: `${ISSUER}/${use}` },
    );
    return { ticket, expiresAt: new Date((issuedAt + TICKET_SECONDS) * 1000).toISOString() };
  },

  /** Whose ticket it is; `expired` and `refused` are told apart because a page can ask for a new one. */
  check: (ticket: string, want: Pick<Bound, 'mediaId' | 'use'>): UserId | 'expired' | 'refused' => {
    try {
      const claims = Claims.parse(
        jwt.verify(ticket, secret, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: `${ISSUER}/${want.use}`,
          clockTimestamp: Math.floor(clock.now().getTime() / 1000),
        }),
      );
      return claims.media === want.mediaId && claims.use === want.use ? claims.sub : 'refused';
    } catch (error) {
      return error instanceof jwt.TokenExpiredError ? 'expired' : 'refused';
    }
  },
});
