import { type Handlers, Refusal, sendFile } from '@satrangi/chassis';
import { type imagesApi, imageTexts } from '@satrangi/contracts';
import { type Deps, storeImage } from './store-image.ts';

export const imageRoutes = (deps: Deps): Handlers<typeof imagesApi> => {
  const store = storeImage(deps);
  return {
    uploadImage: async (_input, { userId }, { files: { image } }) => {
      if (!image) throw new Refusal('validation-failed', imageTexts.missing);
      return store(image.path, userId);
    },
    getImage: async ({ params: { name } }, _caller, exchange) => {
      const image = await deps.images.byName(name);
      if (!image || image.removing) throw new Refusal('not-found', imageTexts.notFound);
      exchange.response.setHeader('content-security-policy', "default-src 'none'; sandbox");
      exchange.response.setHeader('cross-origin-resource-policy', 'cross-origin');
      await sendFile(exchange, {
        ...(await (image.isOwn ? deps.ownFiles.opened(name) : deps.files.opened(image.key))),
        mimeType: image.mimeType,
        etag: image.key.slice(0, 32),
        cacheControl: 'public, max-age=31536000, immutable',
      });
    },
  };
};
