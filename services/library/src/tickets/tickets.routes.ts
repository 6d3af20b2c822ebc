import { type Handlers, Refusal } from '@satrangi/chassis';
import { kindOf, type libraryApi } from '@satrangi/contracts';
import type { ResolveEntitlement } from '../entitlement/resolve-entitlement.ts';
import { notFoundOf, playableOf } from '../media/media.rules.ts';
import { DOCUMENT_TICKET_SECONDS, mediaTicketSeconds, type Tickets } from './tickets.ts';

type Routes = Pick<Handlers<typeof libraryApi>, 'createTicket'>;

export const ticketRoutes = (resolveEntitlement: ResolveEntitlement, tickets: Tickets): Routes => ({
  createTicket: async ({ params: { mediaId } }, holder) => {
    const { media, entitlement } = await resolveEntitlement(mediaId, holder.userId);
    const kind = media ? kindOf(media.mediaType) : { label: 'eBook' as const };
    if (entitlement === 'unknown') throw new Refusal('not-found', notFoundOf(kind));
    if (entitlement === 'locked') throw new Refusal('purchase-required', 'Purchase required');
    const playable = media && playableOf(media);
    return playable
      ? tickets.issue({
          holder,
          mediaId,
          use: 'media',
          seconds: mediaTicketSeconds(playable.durationSeconds),
        })
      : tickets.issue({ holder, mediaId, use: 'pdf', seconds: DOCUMENT_TICKET_SECONDS });
  },
});
