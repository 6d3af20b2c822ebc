import { createHash } from 'node:crypto';
import { type Clock, type Handlers, Refusal, sendFile } from '@satrangi/chassis';
import { kindOf, type libraryApi, type StoredMediaType } from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import type { CopiesStore } from '../copies/copies.store.ts';
import { sealedWith } from '../copies/seal-pdf.ts';
import type { Seals } from '../copies/seals.ts';
import { pdfOf } from '../media/media.rules.ts';
import type { Admit } from './admit.ts';
import type { OpenSource } from './file-source.ts';
import { sealedSource } from './sealed-source.ts';

type Routes = Pick<Handlers<typeof libraryApi>, 'getPdf' | 'getMagazinePdf'>;

/** Kept by nobody between reader and house, and asked for again each time: a refund ends reading at once. */
export const PRIVATE = 'private, max-age=0, must-revalidate';

/** Downloads folders are seen by others: no title, no house. */
const FILE_NAMES: Partial<Record<StoredMediaType, string>> = { magazine: 'magazine.pdf' };

type Parts = {
  readonly admit: Admit;
  readonly source: OpenSource;
  readonly copies: CopiesStore;
  readonly seals: Seals;
  readonly clock: Clock;
  readonly access: Pick<AccessStore, 'isForgotten'>;
};

export const documentRoutes = ({ admit, source, copies, seals, clock, access }: Parts): Routes => {
  const wholePdf =
    (stored: StoredMediaType): Routes['getPdf'] =>
    async ({ params, query }, caller, exchange) => {
      const kind = kindOf(stored);
      const { media, reader, standing } = await admit({
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
      // What is free for all is nobody's copy.
      if (standing === 'open' || !reader) {
        await sendFile(exchange, { ...common, ...original, etag: file.revision });
        return;
      }
      const code = await copies.codeOf(reader, params.id, clock.now().toISOString());
      // Deleted meanwhile: the copy must not outlive the account.
      if (await access.isForgotten(reader)) await copies.removeReader(reader);
      const seal = sealedWith(await seals.of(file), code);
      const print = createHash('sha256').update(seal).digest('hex').slice(0, 16);
      await sendFile(exchange, {
        ...common,
        ...sealedSource(original, seal),
        etag: `${file.revision}-${print}`,
      });
    };
  return { getPdf: wholePdf('ebook'), getMagazinePdf: wholePdf('magazine') };
};
