import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FileStore, OwnFiles, ServiceContext } from '@satrangi/chassis';
import {
  type MediaItem,
  type PostCard,
  type PreviewedItem,
  postArt,
  postCardText,
  previewRevision,
} from '@satrangi/contracts';
import type { ThumbnailFile } from '../catalog-index/indexed-items.ts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import type { ImageRenderer } from './image-renderer.ts';
import type { PreviewCard } from './preview-card.ts';

type Deps = Pick<ServiceContext<unknown>, 'clock' | 'log'> & {
  readonly catalogIndex: Pick<CatalogIndex, 'all' | 'thumbnailOf'>;
  readonly renderer: Pick<ImageRenderer, 'draw'>;
  readonly files: Pick<FileStore, 'open'>;
  readonly ownFiles: OwnFiles;
};

/** Larger pictures take too much memory to decode. */
const MAX_PICTURE_PIXELS = 24_000_000;
/** Images of former revisions stay this long, for responses in progress and for other replicas. */
const STALE_MS = 60 * 60_000;

/** BCP 47. A post has no language of its own. */
const UNKNOWN_LANGUAGE = 'und';

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
const fileNameOf = (item: PreviewedItem): string => `${digestOf(item._id)}-${previewRevision(item)}.jpg`;
const postFileNameOf = (card: PostCard): string => `${digestOf(postCardText(card))}-post.jpg`;

export type PreviewImages = ReturnType<typeof createPreviewImages>;

/**
 * Preview images of published items. Each revision is drawn once and stored. They are small, and read as a whole: `tidy` may
 * remove a file while it is sent.
 */
export const createPreviewImages = ({ catalogIndex, renderer, files, ownFiles, clock, log }: Deps) => {
  const inFlight = new Map<string, Promise<Uint8Array | null>>();

  const readPicture = async (thumbnail: ThumbnailFile | null | undefined): Promise<Uint8Array | null> => {
    if (!thumbnail || thumbnail.width * thumbnail.height > MAX_PICTURE_PIXELS) return null;
    return buffer(await files.open(thumbnail.key));
  };

  const draw = async (id: string, card: PreviewCard): Promise<Uint8Array | null> => {
    const { picture } = card;
    const drawn = renderer.draw(card);
    if (!picture) return drawn;
    // a picture that crashes the decoder would crash it at each request
    return drawn.catch((err: unknown) => {
      log.warn({ err, id }, 'preview image drawing failed');
      return renderer.draw({ ...card, picture: null });
    });
  };

  const drawOnce = async (
    id: string,
    name: string,
    cardOf: () => Promise<PreviewCard>,
  ): Promise<Uint8Array | null> => {
    const stored = await ownFiles.read(name);
    if (stored) return stored;
    try {
      const image = await draw(id, await cardOf());
      if (image) await ownFiles.put(name, image);
      return image;
    } catch (err) {
      log.warn({ err, id }, 'preview image drawing failed');
      return null;
    }
  };

  /** Concurrent requests share one drawing. */
  const imageOf = (
    id: string,
    name: string,
    cardOf: () => Promise<PreviewCard>,
  ): Promise<Uint8Array | null> => {
    const drawing = inFlight.get(name) ?? drawOnce(id, name, cardOf).finally(() => inFlight.delete(name));
    inFlight.set(name, drawing);
    return drawing;
  };

  return {
    /** The image of an item; null while it cannot be drawn. */
    ofItem: (item: MediaItem): Promise<Uint8Array | null> =>
      imageOf(item._id, fileNameOf(item), async () => {
        const { _id, title, creator, language, mediaType, cover } = item;
        const picture = await readPicture(catalogIndex.thumbnailOf(_id, mediaType));
        return { title, creator, language, kind: mediaType, cover, picture };
      }),
    /** The same for a post. Its file is removed after an hour, and drawn again when it is requested. */
    ofPost: (card: PostCard): Promise<Uint8Array | null> =>
      imageOf(card.id, postFileNameOf(card), async () => ({
        title: card.title,
        creator: card.author,
        language: UNKNOWN_LANGUAGE,
        kind: 'blog',
        cover: postArt(card.id),
        picture: null,
      })),
    /** Removes images of former revisions, of withdrawn items, and of posts. */
    tidy: async (): Promise<void> => {
      const old = await ownFiles.storedBefore(new Date(clock.now().getTime() - STALE_MS));
      if (old.length === 0) return;
      const current = new Set<string>();
      for (const item of catalogIndex.all()) current.add(fileNameOf(item));
      for (const name of old) if (!current.has(name)) await ownFiles.remove(name);
    },
  };
};
