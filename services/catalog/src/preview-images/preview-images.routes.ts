import { type Handlers, Refusal, sendFile } from '@satrangi/chassis';
import { type catalogApi, previewImage, previewRevision } from '@satrangi/contracts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import { mediaSentences } from '../media/media.rules.ts';
import type { PreviewImages } from './preview-images.ts';

type Deps = {
  readonly catalogIndex: Pick<CatalogIndex, 'get'>;
  readonly previewImages: Pick<PreviewImages, 'pathOf'>;
};

export const previewImageRoutes = ({
  catalogIndex,
  previewImages,
}: Deps): Pick<Handlers<typeof catalogApi>, 'getPreviewImage'> => ({
  getPreviewImage: async ({ params, query }, _caller, exchange) => {
    const item = catalogIndex.get(params.id);
    if (!item) throw new Refusal('not-found', mediaSentences.notFound);
    const path = await previewImages.pathOf(item);
    if (path === null) {
      exchange.response.setHeader('cache-control', 'no-store');
      return exchange.response.redirect(302, previewImage(item.mediaType));
    }
    const revision = previewRevision(item);
    await sendFile(exchange, {
      path,
      mimeType: 'image/jpeg',
      etag: revision,
      cacheControl: query.v === revision ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    });
  },
});
