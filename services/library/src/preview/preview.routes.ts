import { type Handlers, Refusal, sendFile } from '@satrangi/chassis';
import {
  kindOf,
  type libraryApi,
  type MediaId,
  type StoredMediaType,
  sampleRevision,
} from '@satrangi/contracts';
import { notFoundOf, type Sample, sampleOf } from '../media/media.rules.ts';
import type { MediaStore } from '../media/media.store.ts';
import type { Samples } from './samples.ts';

type Routes = Pick<
  Handlers<typeof libraryApi>,
  'getPreviewPdf' | 'getPreviewPage' | 'getMagazinePreviewPdf' | 'getMagazinePreviewPage'
>;

const unavailable = (): Refusal => new Refusal('not-found', 'Preview unavailable');

/** A page image whose URL names the current revision of the sample never changes; every other response is revalidated. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'public, max-age=0, must-revalidate';

export const previewRoutes = (media: MediaStore, samples: Samples): Routes => {
  const sampleFor = async (stored: StoredMediaType, mediaId: MediaId): Promise<Sample> => {
    const item = await media.find(mediaId);
    if (!item || item.status === 'withdrawn' || item.mediaType !== stored)
      throw new Refusal('not-found', notFoundOf(kindOf(stored)));
    const sample = sampleOf(item);
    if (!sample) throw unavailable();
    return sample;
  };

  const previewPdf =
    (stored: StoredMediaType): Routes['getPreviewPdf'] =>
    async ({ params }, _caller, exchange) => {
      const file = await samples.pdf(await sampleFor(stored, params.id));
      if (!file) throw unavailable();
      await sendFile(exchange, { ...file, mimeType: 'application/pdf', cacheControl: REVALIDATE });
    };

  const previewPage =
    (stored: StoredMediaType): Routes['getPreviewPage'] =>
    async ({ params, query }, _caller, exchange) => {
      const sample = await sampleFor(stored, params.id);
      const file = await samples.page(sample, params.page, query.w);
      if (!file) throw unavailable();
      const cacheControl =
        query.v === sampleRevision(sample.file.revision, sample.first) ? IMMUTABLE : REVALIDATE;
      await sendFile(exchange, { ...file, mimeType: 'image/webp', cacheControl });
    };

  return {
    getPreviewPdf: previewPdf('ebook'),
    getPreviewPage: previewPage('ebook'),
    getMagazinePreviewPdf: previewPdf('magazine'),
    getMagazinePreviewPage: previewPage('magazine'),
  };
};
