import type { Clock } from '@satrangi/chassis';
import { type Continued, joinedOf, type UserId } from '@satrangi/contracts';
import { ownedMediaOf } from '../access/access.rules.ts';
import type { AccessStore } from '../access/access.store.ts';
import { snapshotOf, standingOf } from '../media/media.rules.ts';
import type { MediaStore } from '../media/media.store.ts';
import { progressOf } from './progress.rules.ts';
import type { ProgressStore } from './progress.store.ts';

type Parts = {
  readonly progress: ProgressStore;
  readonly access: AccessStore;
  readonly media: MediaStore;
  readonly clock: Clock;
};

/** Where a reader left off, newest first; without what is closed to them by now. */
export const listContinued =
  ({ progress, access, media, clock }: Parts) =>
  async (userId: UserId, limit: number): Promise<Continued[]> => {
    const places = await progress.ofReader(userId);
    const grants = await access.ofReader(userId);
    const items = await media.byIds(places.map(({ mediaId }) => mediaId));
    const now = clock.now();
    const open = places.flatMap((place): Continued[] => {
      const { mediaId } = place;
      const own = grants.filter((grant) => grant.mediaId === mediaId);
      const item = items.get(mediaId) ?? null;
      const standing = standingOf(item, own, now);
      const stored = item?.mediaType ?? own[0]?.mediaType;
      if (!stored || standing === 'unknown' || standing === 'locked') return [];
      const snapshot = own[0]?.snapshot ?? (item && snapshotOf(item));
      const mediaType = joinedOf(stored);
      return [
        { mediaId, mediaType, media: ownedMediaOf(mediaId, stored, snapshot), progress: progressOf(place) },
      ];
    });
    return open.slice(0, limit);
  };
