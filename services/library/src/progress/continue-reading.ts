import type { Clock } from '@satrangi/chassis';
import { type Continued, joinedOf, type UserId } from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import { ownedMediaOf, snapshotOf } from '../access/owned-snapshot.rules.ts';
import { entitlementOf } from '../entitlement/entitlement.rules.ts';
import type { MediaStore } from '../media/media.store.ts';
import { progressOf } from './progress.rules.ts';
import type { ProgressStore } from './progress.store.ts';

type Deps = {
  readonly progress: ProgressStore;
  readonly access: AccessStore;
  readonly media: MediaStore;
  readonly clock: Clock;
};

/** The "continue reading" list, newest first. Items the reader can no longer open are left out. */
export const listContinueReading =
  ({ progress, access, media, clock }: Deps) =>
  async (userId: UserId, limit: number): Promise<Continued[]> => {
    const records = await progress.ofReader(userId);
    const grants = await access.ofReader(userId);
    const items = await media.byIds(records.map(({ mediaId }) => mediaId));
    const now = clock.now();
    const accessible = records.flatMap((record): Continued[] => {
      const { mediaId } = record;
      const own = grants.filter((grant) => grant.mediaId === mediaId);
      const item = items.get(mediaId) ?? null;
      const entitlement = entitlementOf(item, own, now);
      const stored = item?.mediaType ?? own[0]?.mediaType;
      if (!stored || entitlement === 'unknown' || entitlement === 'locked') return [];
      const snapshot = own[0]?.snapshot ?? (item && snapshotOf(item));
      const mediaType = joinedOf(stored);
      return [
        { mediaId, mediaType, media: ownedMediaOf(mediaId, stored, snapshot), progress: progressOf(record) },
      ];
    });
    return accessible.slice(0, limit);
  };
