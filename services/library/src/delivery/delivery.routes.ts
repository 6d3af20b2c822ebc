import { type Caller, type FileStore, type Handlers, Refusal, sendFile } from '@satrangi/chassis';
import type { libraryApi, MediaId, UserId } from '@satrangi/contracts';
import type { AskStanding } from '../access/ask-standing.ts';
import { pdfOf } from '../media/media.rules.ts';
import type { Tickets } from '../tickets/tickets.ts';

type Routes = Pick<Handlers<typeof libraryApi>, 'createTicket' | 'getPdf'>;

/** Kept by nobody between reader and house, and asked for again each time: a refund ends reading at once. */
const PRIVATE = 'private, max-age=0, must-revalidate';

export const deliveryRoutes = (ask: AskStanding, tickets: Tickets, files: FileStore): Routes => {
  /**
   * A ticket in the address decides alone: a wrong one is refused even beside a good login, so that a login token
   * put into an address fails where its author sees it.
   */
  const readerOf = (mediaId: MediaId, ticket: string | undefined, caller?: Caller): UserId | undefined => {
    if (ticket === undefined) return caller?.userId;
    const reader = tickets.check(ticket, { mediaId, use: 'pdf' });
    if (reader === 'expired') throw new Refusal('invalid-token', 'jwt expired');
    if (reader === 'refused') throw new Refusal('invalid-token', 'Invalid token');
    return reader;
  };

  return {
    createTicket: async ({ params: { mediaId } }, { userId }) => {
      const { standing } = await ask(mediaId, userId);
      if (standing === 'unknown') throw new Refusal('not-found', 'eBook not found');
      if (standing === 'locked') throw new Refusal('purchase-required', 'Purchase required');
      return tickets.issue({ userId, mediaId, use: 'pdf' });
    },

    getPdf: async ({ params, query }, caller, exchange) => {
      const reader = readerOf(params.id, query.token, caller);
      const { media, standing } = await ask(params.id, reader);
      if (standing === 'unknown') throw new Refusal('not-found', 'eBook not found');
      if (standing === 'locked')
        throw reader
          ? new Refusal('purchase-required', 'Purchase required')
          : new Refusal('not-authenticated', 'Sign in first');
      const file = media && pdfOf(media);
      // A key the storage port never gave out is no file either.
      if (!file || !(await files.stat(file.key).catch(() => null)))
        throw new Refusal('not-found', 'Failed to load eBook');
      await sendFile(exchange, {
        path: files.path(file.key),
        mimeType: 'application/pdf',
        etag: file.revision,
        cacheControl: PRIVATE,
        // Downloads folders are seen by others: no title, no house.
        fileName: 'book.pdf',
      });
    },
  };
};
