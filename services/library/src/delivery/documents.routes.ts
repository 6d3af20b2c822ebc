import { createHash } from 'node:crypto';
import { type Clock, type Handlers, Refusal, sendFile } from '@satrangi/chassis';
import { kindOf, type libraryApi, type StoredMediaType, type UserId } from '@satrangi/contracts';
import type { CopiesStore } from '../copies/copies.store.ts';
import type { Watermarks } from '../copies/watermarks.ts';
import { pdfOf } from '../media/media.rules.ts';
import { watermarkWithCode } from '../pdf/watermark-pdf.ts';
import type { AuthorizeDelivery } from './authorize-delivery.ts';
import type { OpenSource } from './file-source.ts';
import { watermarkedSource } from './watermarked-source.ts';

type Routes = Pick<Handlers<typeof libraryApi>, 'getPdf' | 'getMagazinePdf'>;

/** No shared caches, and revalidation on every use: a refund ends reading at once. */
export const PRIVATE = 'private, max-age=0, must-revalidate';

/** Neutral download names: a downloads folder may be seen by others. */
const FILE_NAMES: Partial<Record<StoredMediaType, string>> = { magazine: 'magazine.pdf' };

type Deps = {
  readonly authorizeDelivery: AuthorizeDelivery;
  readonly source: OpenSource;
  readonly copies: CopiesStore;
  readonly watermarks: Watermarks;
  readonly clock: Clock;
  readonly isErased: (userId: UserId) => Promise<boolean>;
};

export const documentRoutes = (deps: Deps): Routes => {
  const { authorizeDelivery, source, copies, watermarks, clock, isErased } = deps;

  const fullPdf =
    (stored: StoredMediaType): Routes['getPdf'] =>
    async ({ params, query }, caller, exchange) => {
      const kind = kindOf(stored);
      const { media, reader, entitlement } = await authorizeDelivery({
        kind,
        mediaId: params.id,
        use: 'pdf',
        query,
        caller,
        exchange,
      });
      const missing = 'Failed to load eBook';
      const file = pdfOf(media);
      if (!file) throw new Refusal('not-found', missing);
      const original = await source(file, missing);
      const common = {
        mimeType: 'application/pdf',
        cacheControl: PRIVATE,
        fileName: FILE_NAMES[stored] ?? 'book.pdf',
      };
      // Free items carry no watermark.
      if (entitlement === 'open' || !reader) {
        await sendFile(exchange, { ...common, ...original, etag: file.revision });
        return;
      }
      const code = await copies.codeOf(reader, params.id, clock.now().toISOString());
      // The account may have been deleted concurrently: the copy must not outlive it.
      if (await isErased(reader)) await copies.removeReader(reader);
      const watermark = watermarkWithCode(await watermarks.of(file), code);
      const hash = createHash('sha256').update(watermark).digest('hex').slice(0, 16);
      await sendFile(exchange, {
        ...common,
        ...watermarkedSource(original, watermark),
        etag: `${file.revision}-${hash}`,
      });
    };
  return { getPdf: fullPdf('ebook'), getMagazinePdf: fullPdf('magazine') };
};
