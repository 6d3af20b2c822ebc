import type { JoinedMediaType, MediaItem } from '@satrangi/contracts';
import { filesPath } from '../media-files.ts';
import { titleCache } from './kept-names.ts';

type Named = { readonly id: string; readonly mediaType: JoinedMediaType };

/** The paths under which a cache holds the item and the sound of its title. */
export const keptItemPath = (id: string): string => `/api/media/${id}`;
export const keptSoundPath = ({ id, mediaType }: Named): string =>
  `${filesPath({ _id: id, mediaType })}/stream`;

const keptIn = async (id: string, path: string): Promise<Response | undefined> =>
  'caches' in globalThis && (await caches.has(titleCache(id)))
    ? (await caches.open(titleCache(id))).match(path)
    : undefined;

/** The item of a kept title; null when it is not kept. */
export const keptItem = async (id: string): Promise<MediaItem | null> => {
  const answer = await keptIn(id, keptItemPath(id));
  // the answer of the catalog, as it was kept
  return answer ? ((await answer.json()) as MediaItem) : null;
};

/** A URL of the sound of a kept recording, valid in this tab; null when it is not kept. */
export const keptSoundUrl = async (named: Named): Promise<string | null> => {
  const answer = await keptIn(named.id, keptSoundPath(named));
  return answer ? URL.createObjectURL(await answer.blob()) : null;
};
