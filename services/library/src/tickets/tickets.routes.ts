import type { Handlers } from '@satrangi/chassis';
import type { libraryApi } from '@satrangi/contracts';
import { openItem, type ResolveEntitlement } from '../entitlement/resolve-entitlement.ts';
import { playableOf } from '../media/media.rules.ts';
import { DOCUMENT_TICKET_SECONDS, mediaTicketSeconds, type Tickets } from './tickets.ts';

type Routes = Pick<Handlers<typeof libraryApi>, 'createTicket'>;

export const ticketRoutes = (resolveEntitlement: ResolveEntitlement, tickets: Tickets): Routes => ({
  createTicket: async ({ params: { mediaId } }, holder) => {
    const media = await openItem(resolveEntitlement)(mediaId, holder.userId);
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
