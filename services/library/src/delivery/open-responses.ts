import type { ServerResponse } from 'node:http';
import type { ServiceContext } from '@satrangi/chassis';
import { type LiveAudience, type LiveMessage, liveTypes, MediaId, UserId } from '@satrangi/contracts';
import type { ResolveEntitlement } from '../entitlement/resolve-entitlement.ts';
import type { TicketHolder } from '../tickets/tickets.ts';

type Deps = {
  readonly resolveEntitlement: ResolveEntitlement;
  readonly sessions: Pick<ServiceContext<unknown>['sessions'], 'hasEnded'>;
};
type OpenResponse = {
  readonly holder: TicketHolder;
  readonly mediaId: string;
  readonly response: ServerResponse;
};

export type OpenResponses = ReturnType<typeof createOpenResponses>;

/**
 * Responses in progress that send owned files. A film is one long response: without this, a refund or a revoked session
 * would take effect only with the player's next request.
 */
export const createOpenResponses = ({ resolveEntitlement, sessions }: Deps) => {
  const openByUser = new Map<string, Set<OpenResponse>>();
  const close = (userId: string, isRevoked: (open: OpenResponse) => boolean): void => {
    for (const open of openByUser.get(userId) ?? []) if (isRevoked(open)) open.response.destroy();
  };
  return {
    track: (holder: TicketHolder, mediaId: MediaId, response: ServerResponse): void => {
      const { userId } = holder;
      const open = { holder, mediaId, response };
      const all = openByUser.get(userId) ?? new Set();
      openByUser.set(userId, all.add(open));
      response.once('close', () => {
        all.delete(open);
        if (all.size === 0 && openByUser.get(userId) === all) openByUser.delete(userId);
      });
    },

    /** Handles `library-updated`, from this or another process: ends responses the reader may no longer receive. */
    onLiveMessage: async ({ type, id }: LiveMessage, audience: LiveAudience): Promise<void> => {
      if (type !== liveTypes.libraryUpdated || audience.to !== 'user' || !openByUser.has(audience.userId))
        return;
      // Fails closed: when the check fails, the response ends and the player's next request is checked again.
      const entitlement = await resolveEntitlement(MediaId.parse(id), UserId.parse(audience.userId)).then(
        (resolved) => resolved.entitlement,
        () => 'unknown' as const,
      );
      if (entitlement === 'unknown' || entitlement === 'locked')
        close(audience.userId, ({ mediaId }) => mediaId === id);
    },

    /** Ends the user's responses whose session was revoked. */
    closeRevoked: (userId: string): void => close(userId, ({ holder }) => sessions.hasEnded(holder)),
  };
};
