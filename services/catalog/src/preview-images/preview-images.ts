import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import type { FileStore, OwnFiles, ServiceContext } from '@satrangi/chassis';
import { type MediaItem, type PreviewedItem, previewRevision } from '@satrangi/contracts';
import type { CatalogIndex, ThumbnailFile } from '../catalog-index/read-model.ts';
import type { ImageRenderer } from './image-renderer.ts';

type Deps = Pick<ServiceContext<unknown>, 'clock' | 'log'> & {
  readonly catalogIndex: Pick<CatalogIndex, 'all' | 'thumbnailOf'>;
  readonly renderer: Pick<ImageRenderer, 'draw'>;
  readonly files: Pick<FileStore, 'path'>;
  readonly ownFiles: OwnFiles;
};

/** Larger pictures take too much memory to decode. */
const MAX_PICTURE_PIXELS = 24_000_000;
/** Images of former revisions stay this long, for responses in progress and for other replicas. */
const STALE_MS = 60 * 60_000;

const fileNameOf = (item: PreviewedItem): string =>
  `${createHash('sha256').update(item._id).digest('hex').slice(0, 32)}-${previewRevision(item)}.jpg`;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export type PreviewImages = ReturnType<typeof createPreviewImages>;

/** Preview images of published items. Each revision is drawn once and kept on disk. */
export const createPreviewImages = ({ catalogIndex, renderer, files, ownFiles, clock, log }: Deps) => {
  const inFlight = new Map<string, Promise<string | null>>();

  const readPicture = async (thumbnail: ThumbnailFile | null | undefined): Promise<Uint8Array | null> => {
    if (!thumbnail || thumbnail.width * thumbnail.height > MAX_PICTURE_PIXELS) return null;
    return readFile(files.path(thumbnail.key));
  };

  const draw = async (item: MediaItem, name: string): Promise<string | null> => {
    if (await exists(ownFiles.path(name))) return ownFiles.path(name);
    const { title, creator, language, mediaType, cover } = item;
    const card = { title, creator, language, kind: mediaType, cover };
    const logFailure = (err: unknown): null => {
      log.warn({ err, mediaId: item._id }, 'preview image drawing failed');
      return null;
    };
    try {
      const picture = await readPicture(catalogIndex.thumbnailOf(item._id, mediaType));
      const drawn = renderer.draw({ ...card, picture });
      // a picture that crashes the decoder would crash it at each request
      const image = await (picture
        ? drawn.catch((err) => {
            logFailure(err);
            return renderer.draw({ ...card, picture: null });
          })
        : drawn);
      if (!image) return null;
      await ownFiles.put(name, image);
      return ownFiles.path(name);
    } catch (err) {
      return logFailure(err);
    }
  };

  return {
    /** The path of the image's file; null while it cannot be drawn. Concurrent requests share one drawing. */
    pathOf: (item: MediaItem): Promise<string | null> => {
      const name = fileNameOf(item);
      const drawing = inFlight.get(name) ?? draw(item, name).finally(() => inFlight.delete(name));
      inFlight.set(name, drawing);
      return drawing;
    },
    /** Removes images of former revisions and of withdrawn items. */
    tidy: async (): Promise<void> => {
      const old = await ownFiles.storedBefore(new Date(clock.now().getTime() - STALE_MS));
      if (old.length === 0) return;
      const current = new Set(catalogIndex.all().map(fileNameOf));
      for (const name of old) if (!current.has(name)) await ownFiles.remove(name);
    },
  };
};
