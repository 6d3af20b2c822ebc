import { createHash } from 'node:crypto';
import {
  type Caller,
  type Clock,
  type Exchange,
  type FileAnswer,
  type Handlers,
  Refusal,
  sendFile,
} from '@satrangi/chassis';
import {
  kindOf,
  type libraryApi,
  type MediaId,
  type StoredMediaType,
  type UserId,
} from '@satrangi/contracts';
import type { CopiesStore } from '../copies/copies.store.ts';
import type { EpubCopies } from '../copies/epub-copies.ts';
import type { Watermarks } from '../copies/watermarks.ts';
import { epubDownloadOf, pdfOf } from '../media/media.rules.ts';
import { watermarkWithCode } from '../pdf/watermark-pdf.ts';
import type { AuthorizeDelivery, AuthorizedDelivery, DeliveryRequest } from './authorize-delivery.ts';
import type { OpenSource } from './file-source.ts';
import { watermarkedSource } from './watermarked-source.ts';

type Routes = Pick<
  Handlers<typeof libraryApi>,
  'getPdf' | 'getMagazinePdf' | 'downloadPdf' | 'downloadMagazinePdf' | 'downloadEpub'
>;

/** No shared caches, and revalidation on every use: a refund ends reading at once. */
export const PRIVATE = 'private, max-age=0, must-revalidate';
/** A download is a file of its reader and stays in no cache of the browser. */
const NO_STORE = 'private, no-store';

/** Neutral download names: a downloads folder may be seen by others. */
const FILE_NAMES: Partial<Record<StoredMediaType, string>> = { magazine: 'magazine.pdf' };

const MISSING = 'Failed to load eBook';
const NO_EPUB = 'EPUB not found';
const NO_RIGHTS = 'This title can be read here. It is not offered as a download.';

type Deps = {
  readonly authorizeDelivery: AuthorizeDelivery;
  readonly source: OpenSource;
  readonly copies: CopiesStore;
  readonly watermarks: Watermarks;
  readonly epubCopies: EpubCopies;
  readonly clock: Clock;
  readonly isErased: (userId: UserId) => Promise<boolean>;
};

type PdfRequest = {
  readonly params: { readonly id: MediaId };
  readonly query: DeliveryRequest['query'];
};
type How = Pick<FileAnswer, 'cacheControl' | 'isAttachment'>;

/** The download of a title that its editor allows, by someone who bought it, or by anyone when it is free. */
const requireDownload = ({ media, entitlement, isBought }: AuthorizedDelivery): void => {
  if (!media.allowsDownload) throw new Refusal('not-allowed', NO_RIGHTS);
  if (entitlement === 'owned' && !isBought) throw new Refusal('purchase-required', 'Purchase required');
};

/** How the files of an item are sent: to a reader as a copy with a code, free items as they are. */
const createSenders = (deps: Omit<Deps, 'authorizeDelivery'>) => {
  const { source, copies, watermarks, epubCopies, clock, isErased } = deps;

  /** The stable code of the reader's copy; erased with the account. */
  const codeOf = async (reader: UserId, mediaId: MediaId): Promise<string> => {
    const code = await copies.codeOf(reader, mediaId, clock.now().toISOString());
    // The account may have been deleted concurrently: the copy must not outlive it.
    if (await isErased(reader)) await copies.removeReader(reader);
    return code;
  };

  /** Sends the file of a free item, or else the reader's copy of it. */
  const sendCopy = async (
    exchange: Exchange,
    { media, reader, entitlement }: AuthorizedDelivery,
    how: How,
  ): Promise<void> => {
    const file = pdfOf(media);
    if (!file) throw new Refusal('not-found', MISSING);
    const original = await source(file, MISSING);
    const common = {
      ...how,
      mimeType: 'application/pdf',
      fileName: FILE_NAMES[media.mediaType] ?? 'book.pdf',
    };
    // Free items carry no watermark.
    if (entitlement === 'open' || !reader) {
      await sendFile(exchange, { ...common, ...original, etag: file.revision });
      return;
    }
    const watermark = watermarkWithCode(await watermarks.of(file), await codeOf(reader, media._id));
    const hash = createHash('sha256').update(watermark).digest('hex').slice(0, 16);
    await sendFile(exchange, {
      ...common,
      ...watermarkedSource(original, watermark),
      etag: `${file.revision}-${hash}`,
    });
  };

  /** As `sendCopy`, of the EPUB. The copy is a file of its own: its code is inside of the archive. */
  const sendEpub = async (
    exchange: Exchange,
    { media, reader, entitlement }: AuthorizedDelivery,
    how: How,
  ): Promise<void> => {
    const file = epubDownloadOf(media);
    if (!file) throw new Refusal('not-found', NO_EPUB);
    const common = { ...how, mimeType: file.mimeType, fileName: 'book.epub' };
    if (entitlement === 'open' || !reader) {
      await sendFile(exchange, { ...common, ...(await source(file, NO_EPUB)), etag: file.revision });
      return;
    }
    const copy = await epubCopies.of(file, await codeOf(reader, media._id));
    await sendFile(exchange, { ...common, ...copy });
  };

  return { sendCopy, sendEpub };
};

export const documentRoutes = (deps: Deps): Routes => {
  const { authorizeDelivery } = deps;
  const { sendCopy, sendEpub } = createSenders(deps);

  const document =
    (stored: StoredMediaType, send: (exchange: Exchange, delivery: AuthorizedDelivery) => Promise<void>) =>
    async ({ params, query }: PdfRequest, caller: Caller | undefined, exchange: Exchange): Promise<void> => {
      const kind = kindOf(stored);
      const delivery = await authorizeDelivery({
        kind,
        mediaId: params.id,
        use: 'pdf',
        query,
        caller,
        exchange,
      });
      await send(exchange, delivery);
    };
  const read = (stored: StoredMediaType) =>
    document(stored, (exchange, delivery) => sendCopy(exchange, delivery, { cacheControl: PRIVATE }));
  const download = (stored: StoredMediaType, send: typeof sendCopy) =>
    document(stored, (exchange, delivery) => {
      requireDownload(delivery);
      return send(exchange, delivery, { cacheControl: NO_STORE, isAttachment: true });
    });
  return {
    getPdf: read('ebook'),
    getMagazinePdf: read('magazine'),
    downloadPdf: download('ebook', sendCopy),
    downloadMagazinePdf: download('magazine', sendCopy),
    downloadEpub: download('ebook', sendEpub),
  };
};
