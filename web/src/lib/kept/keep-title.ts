import type { MediaItem } from '@satrangi/contracts';
import { api } from '../api.ts';
import { fileKindOf, filesPath } from '../media-files.ts';
import { openMediaStream } from '../media-streams.ts';
import { session } from '../session.ts';
import { FACTS_URL, type KeptFacts, titleCache } from './kept-names.ts';
import { writeKeptProgress } from './kept-progress.ts';
import { keptItemPath, keptSoundPath } from './kept-sound.ts';
import { beginTitle, eraseTitle } from './kept-titles.ts';

export const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
const WORKER = '/keep.js';

const loaded = async (url: string): Promise<Response> => {
  const token = session.token();
  const answer = await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  if (!answer.ok) throw new TypeError(`${answer.status}`);
  return answer;
};

/** Path of the reader's own copy, and the address that delivers it now: a recording needs a ticket. */
const copyOf = async (item: MediaItem): Promise<readonly [path: string, url: string]> => {
  const path = `${filesPath(item)}/pdf`;
  if (fileKindOf(item.mediaType) === 'pdf') return [path, path];
  const named = { id: item._id, mediaType: item.mediaType };
  return [keptSoundPath(named), (await openMediaStream(named)).url];
};

/** Keeps the uploaded picture of a title. @returns its path; null when it has none, or none that loads */
const keepPicture = async (cache: Cache, { thumbnailUrl }: MediaItem): Promise<string | null> => {
  if (thumbnailUrl === null) return null;
  const picture = await fetch(thumbnailUrl);
  if (!picture.ok) return null;
  await cache.put(thumbnailUrl, picture);
  return thumbnailUrl;
};

/** Keeps the reader's progress in a title. Without it the title is kept all the same. */
const keepProgress = (id: string): Promise<void> =>
  api.library
    .getProgress({ params: { mediaId: id } })
    .then(({ progress }) => writeKeptProgress(id, progress))
    .catch(() => undefined);

/** Refuses to store more once the session ended: what was kept is deleted then, and nothing may follow. */
const sameReader = () => {
  const reader = session.get()?.userId;
  return <T>(value: T): T => {
    if (session.get()?.userId !== reader) throw new TypeError('The session ended');
    return value;
  };
};

/**
 * Keeps the reader's own copy of a title, and the pages that open it, for 30 days. All of it, or nothing.
 * @throws TypeError when something did not load or the session ended, DOMException when the device has no room
 */
export const keep = async (item: MediaItem): Promise<void> => {
  const { _id: id, mediaType, title, creator, language, cover, fileBytes } = item;
  const checked = sameReader();
  try {
    await beginTitle(id).then(checked);
    const cache = await caches.open(titleCache(id));
    for (const url of [keptItemPath(id), `/api/library/access/${id}`])
      await cache.put(url, await loaded(url).then(checked));
    const [path, url] = await copyOf(item).then(checked);
    await cache.put(path, await loaded(url).then(checked));
    const thumbnailUrl = await keepPicture(cache, item).then(checked);
    await keepProgress(id).then(checked);
    const until = new Date(Date.now() + KEPT_DAYS * DAY_MS).toISOString();
    const facts: KeptFacts = {
      id,
      mediaType,
      title,
      author: creator,
      language,
      cover,
      thumbnailUrl,
      bytes: fileBytes ?? 0,
      until,
    };
    await cache.put(FACTS_URL, Response.json(facts));
    await navigator.serviceWorker.register(WORKER, { scope: '/' });
    await navigator.serviceWorker.ready.then(checked);
  } catch (error) {
    await eraseTitle(id);
    throw error;
  }
};
