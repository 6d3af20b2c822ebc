import { type Clock, type Handlers, Refusal } from '@satrangi/chassis';
import {
  isFree,
  joinedOf,
  kindOf,
  type MediaId,
  SAVED_MAX,
  type Saved,
  type savedApi,
  type UserId,
} from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import { ownedMediaOf, snapshotOf } from '../access/owned-snapshot.rules.ts';
import { type Media, notFoundOf } from '../media/media.rules.ts';
import type { MediaStore } from '../media/media.store.ts';
import type { SavedStore } from './saved.store.ts';

type Deps = {
  readonly saved: SavedStore;
  readonly access: AccessStore;
  readonly media: MediaStore;
  readonly clock: Clock;
  readonly isErased: (userId: UserId) => Promise<boolean>;
};

const FULL = `You can save up to ${SAVED_MAX} titles. Remove one to save another.`;

const savedOf = (item: Media, savedAt: Date): Saved => ({
  mediaId: item._id,
  mediaType: joinedOf(item.mediaType),
  media: ownedMediaOf(item._id, item.mediaType, snapshotOf(item)),
  priceINR: item.priceINR,
  priceUSD: item.priceUSD,
  isFree: isFree(item),
  savedAt: savedAt.toISOString(),
});

/** Titles that a reader saved for later. */
export const savedRoutes = ({
  saved,
  access,
  media,
  clock,
  isErased,
}: Deps): Pick<Handlers<typeof savedApi>, 'listSaved' | 'saveForLater' | 'joinSaved' | 'removeSaved'> => {
  const list = async (userId: UserId): Promise<Saved[]> => {
    const [records, grants] = await Promise.all([saved.ofReader(userId), access.ofReader(userId)]);
    const owned = new Set(grants.map(({ mediaId }) => mediaId));
    const items = await media.byIds(records.map(({ mediaId }) => mediaId));
    return records.flatMap(({ mediaId, savedAt }): Saved[] => {
      const item = items.get(mediaId);
      return item?.status === 'published' && !owned.has(mediaId) ? [savedOf(item, savedAt)] : [];
    });
  };

  /** How many titles may still be saved. Bought and withdrawn ones are not in the list, so they take no room. */
  const roomFor = async (userId: UserId): Promise<number> => {
    const room = SAVED_MAX - (await saved.count(userId));
    return room > 0 ? room : Math.max(0, SAVED_MAX - (await list(userId)).length);
  };

  /** The account may be deleted concurrently: a saved title must not outlive it. */
  const add = async (userId: UserId, mediaIds: readonly MediaId[]): Promise<void> => {
    const now = clock.now().getTime();
    // one millisecond apart, so that they stay in their order
    await saved.add(
      userId,
      mediaIds.map((mediaId, n) => ({ mediaId, savedAt: new Date(now - n) })),
    );
    if (await isErased(userId)) await saved.removeReader(userId);
  };

  return {
    listSaved: (_input, { userId }) => list(userId),

    saveForLater: async ({ params: { mediaId } }, { userId }) => {
      const item = (await media.byIds([mediaId])).get(mediaId);
      if (item?.status !== 'published')
        throw new Refusal('not-found', item ? notFoundOf(kindOf(item.mediaType)) : 'Title not found');
      if ((await roomFor(userId)) === 0 && !(await saved.has(userId, mediaId)))
        throw new Refusal('validation-failed', FULL);
      await add(userId, [mediaId]);
    },

    joinSaved: async ({ body: { mediaIds } }, { userId }) => {
      const [items, room] = await Promise.all([media.byIds(mediaIds), roomFor(userId)]);
      const known = [...new Set(mediaIds)].filter((id) => items.get(id)?.status === 'published');
      await add(userId, known.slice(0, room));
      return list(userId);
    },

    removeSaved: ({ params: { mediaId } }, { userId }) => saved.remove(userId, mediaId),
  };
};
