import type { Continued, LibraryEntry } from '@satrangi/contracts';
import { dedupeEntries } from '../../lib/dedupe-entries.ts';

const PREVIEW_COUNT = 3;

type PreviewCard = Pick<Continued, 'media'> &
  Pick<LibraryEntry, 'progress'> & { readonly key: string; readonly isOwned: boolean };

/**
 * Three titles for the home page: begun ones first, the last opened before the others, then the newest of the library.
 * @param begun started and unfinished titles, newest first; a free one needs no entry
 */
export const previewCards = (
  entries: readonly LibraryEntry[],
  begun: readonly Continued[],
): readonly PreviewCard[] => {
  const owned = new Set(entries.map(({ media }) => media._id));
  const started = new Set(begun.map(({ mediaId }) => mediaId));
  return [
    ...begun.map(({ mediaId, media, progress }) => ({
      key: mediaId,
      media,
      progress,
      isOwned: owned.has(mediaId),
    })),
    ...dedupeEntries(entries)
      .filter(({ media }) => !started.has(media._id))
      .map(({ _id, media, progress }) => ({ key: _id, media, progress, isOwned: true })),
  ].slice(0, PREVIEW_COUNT);
};
