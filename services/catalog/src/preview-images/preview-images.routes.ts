import { createHash } from 'node:crypto';
import { type Handlers, Refusal, readSignedText, sendFile } from '@satrangi/chassis';
import {
  type catalogApi,
  POST_CARD_PURPOSE,
  type PostCard,
  previewImage,
  previewRevision,
} from '@satrangi/contracts';
import { z } from 'zod';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import { mediaSentences } from '../media/media.rules.ts';
import type { PreviewImages } from './preview-images.ts';

type Deps = {
  readonly catalogIndex: Pick<CatalogIndex, 'get'>;
  readonly previewImages: Pick<PreviewImages, 'ofItem' | 'ofPost'>;
  /** Signs cards at the gateway. */
  readonly secret: string;
};

type Exchange = Parameters<typeof sendFile>[0];

const IMMUTABLE = 'public, max-age=31536000, immutable';
const CardText = z.tuple([z.number(), z.string(), z.string(), z.string()]);

const notFound = (): Refusal => new Refusal('not-found', mediaSentences.notFound);

const redirect = ({ response }: Exchange, image: string): void => {
  response.setHeader('cache-control', 'no-store');
  response.redirect(302, image);
};

export const previewImageRoutes = ({
  catalogIndex,
  previewImages,
  secret,
}: Deps): Pick<Handlers<typeof catalogApi>, 'getPreviewImage' | 'getPostPreviewImage'> => {
  /** The card in an address of ours. @throws Refusal not-found for any other address */
  const signedCard = (signed: string): PostCard => {
    const text = readSignedText(secret, POST_CARD_PURPOSE, signed);
    if (text === null) throw notFound();
    const [, id, title, author] = CardText.parse(JSON.parse(text));
    return { id, title, author };
  };

  return {
    getPreviewImage: async ({ params, query }, _caller, exchange) => {
      const item = catalogIndex.get(params.id);
      if (!item) throw notFound();
      const image = await previewImages.ofItem(item);
      if (image === null) return redirect(exchange, previewImage(item.mediaType));
      const revision = previewRevision(item);
      await sendFile(exchange, {
        buffer: image,
        mimeType: 'image/jpeg',
        etag: revision,
        cacheControl: query.v === revision ? IMMUTABLE : 'public, max-age=300',
      });
    },
    getPostPreviewImage: async ({ params: { card } }, _caller, exchange) => {
      const image = await previewImages.ofPost(signedCard(card));
      if (image === null) return redirect(exchange, previewImage('blog'));
      await sendFile(exchange, {
        buffer: image,
        mimeType: 'image/jpeg',
        etag: createHash('sha256').update(card).digest('hex').slice(0, 32),
        cacheControl: IMMUTABLE,
      });
    },
  };
};
