import { type Handlers, Refusal, sendFile } from '@satrangi/chassis';
import type { libraryApi, MediaId } from '@satrangi/contracts';
import { type Sample, sampleOf } from '../media/media.rules.ts';
import type { MediaStore } from '../media/media.store.ts';
import type { Samples } from './samples.ts';

type Routes = Pick<Handlers<typeof libraryApi>, 'getPreviewPdf' | 'getPreviewPage'>;

const unavailable = (): Refusal => new Refusal('not-found', 'Preview unavailable');

/** A page image whose address names the revision never changes; any other answer is asked for again. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'public, max-age=0, must-revalidate';

export const previewRoutes = (media: MediaStore, samples: Samples): Routes => {
  const sampleFor = async (mediaId: MediaId): Promise<Sample> => {
    const item = await media.find(mediaId);
    if (!item || item.status === 'withdrawn') throw new Refusal('not-found', 'eBook not found');
    const sample = sampleOf(item);
    if (!sample) throw unavailable();
    return sample;
  };

  return {
    getPreviewPdf: async ({ params }, _caller, exchange) => {
      const made = await samples.pdf(await sampleFor(params.id));
      if (!made) throw unavailable();
      await sendFile(exchange, { ...made, mimeType: 'application/pdf', cacheControl: ASK_AGAIN });
    },

    getPreviewPage: async ({ params, query }, _caller, exchange) => {
      const sample = await sampleFor(params.id);
      const made = await samples.page(sample, params.page, query.w);
      if (!made) throw unavailable();
      const cacheControl = query.v === sample.file.revision ? FOR_EVER : ASK_AGAIN;
      await sendFile(exchange, { ...made, mimeType: 'image/webp', cacheControl });
    },
  };
};
