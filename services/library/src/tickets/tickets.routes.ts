import { type Handlers, Refusal } from '@satrangi/chassis';
import { kindOf, type libraryApi } from '@satrangi/contracts';
import type { AskStanding } from '../access/ask-standing.ts';
import { notFoundOf } from '../delivery/admit.ts';
import { playedOf } from '../media/media.rules.ts';
import { DOCUMENT_SECONDS, playingSeconds, type Tickets } from './tickets.ts';

type Routes = Pick<Handlers<typeof libraryApi>, 'createTicket'>;

export const ticketRoutes = (ask: AskStanding, tickets: Tickets): Routes => ({
  createTicket: async ({ params: { mediaId } }, holder) => {
    const { media, standing } = await ask(mediaId, holder.userId);
    const kind = media ? kindOf(media.mediaType) : { label: 'eBook' as const };
    if (standing === 'unknown') throw new Refusal('not-found', notFoundOf(kind));
    if (standing === 'locked') throw new Refusal('purchase-required', 'Purchase required');
    const played = media && playedOf(media);
    return played
      ? tickets.issue({ holder, mediaId, use: 'media', seconds: playingSeconds(played.durationSeconds) })
      : tickets.issue({ holder, mediaId, use: 'pdf', seconds: DOCUMENT_SECONDS });
  },
});
