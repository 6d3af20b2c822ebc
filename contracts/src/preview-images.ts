import type { MediaItem } from './catalog.media.ts';
import { hashOf } from './covers/hash.ts';
import type { JoinedMediaType } from './media.ts';

/** Pixels of the drawn preview images. */
export const previewSize = { width: 1200, height: 630 } as const;

/** The drawn preview image of a kind of page, when there is none of the page itself; `web/make-previews.ts` draws them. */
export const previewImage = (kind: JoinedMediaType | 'blog' | 'page' | 'run'): string =>
  `/preview-${kind}.png`;

/** Part of every revision. Increase it when the preview images of items look different. */
const DRAWING_VERSION = 2;

/** What the preview image of an item shows. */
export type PreviewedItem = Pick<
  MediaItem,
  '_id' | 'mediaType' | 'title' | 'creator' | 'language' | 'cover' | 'thumbnailUrl'
>;

/** Changes with everything that the preview image of an item shows. */
export const previewRevision = (item: PreviewedItem): string => {
  const { mediaType, title, creator, language, cover, thumbnailUrl } = item;
  const { motif, ground, figure, accent } = cover ?? {};
  const shown = [mediaType, title, creator, language, motif, ground, figure, accent, thumbnailUrl];
  return hashOf(JSON.stringify([DRAWING_VERSION, ...shown])).toString(36);
};

const ITEM_IMAGES = '/api/preview-images/';

/** The preview image of an item: its cover, title and creator. Catalog draws it. */
export const itemPreviewImage = (item: PreviewedItem): string =>
  `${ITEM_IMAGES}${encodeURIComponent(item._id)}?v=${previewRevision(item)}`;

/** What the signature of a card is for. */
export const POST_CARD_PURPOSE = 'preview-card';
const POST_IMAGES = '/api/preview-cards/';

/** What the preview image of a post without a picture shows. */
export type PostCard = {
  /** Of the post: chooses the drawing. */
  readonly id: string;
  readonly title: string;
  readonly author: string;
};

/** The text in the address of a post's preview image. It is signed, because it can be any text. */
export const postCardText = ({ id, title, author }: PostCard): string =>
  JSON.stringify([DRAWING_VERSION, id, title, author]);

/** The preview image of a post. Catalog draws it. @param signedCard `postCardText`, signed by the gateway */
export const postPreviewImage = (signedCard: string): string => POST_IMAGES + signedCard;

/** Whether an image has the size of `previewSize`. */
export const isPreviewImage = (path: string): boolean =>
  /^\/preview-\w+\.png$/.test(path) || path.startsWith(ITEM_IMAGES) || path.startsWith(POST_IMAGES);
