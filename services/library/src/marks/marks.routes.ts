import type { Clock, Handlers } from '@satrangi/chassis';
import { MARKS_MAX, MARKS_PER_ITEM, type MediaId, type marksApi, type UserId } from '@satrangi/contracts';
import { openItem, type ResolveEntitlement } from '../entitlement/resolve-entitlement.ts';
import { fittingChanges, type MarkRecord, markOf, markRecordOf, newestOfEach } from './marks.rules.ts';
import type { MarksStore } from './marks.store.ts';

type Deps = {
  readonly marks: MarksStore;
  readonly resolveEntitlement: ResolveEntitlement;
  readonly clock: Clock;
  readonly isErased: (userId: UserId) => Promise<boolean>;
};

/** A device that was offline for longer may bring back a mark that was removed elsewhere. */
const REMOVED_FOR_MS = 180 * 24 * 60 * 60_000;

const FULL_ITEM = `You can keep up to ${MARKS_PER_ITEM} bookmarks and notes in one title. The latest are on this device only until you remove others.`;
const FULL = `You can keep up to ${MARKS_MAX} bookmarks and notes. The latest are on this device only until you remove others.`;

/** Bookmarks, highlights and notes of a reader. */
export const marksRoutes = ({
  marks,
  resolveEntitlement,
  clock,
  isErased,
}: Deps): Pick<Handlers<typeof marksApi>, 'listMarks' | 'mergeMarks' | 'removeMarks'> => {
  /** The changes that fit, and the ids of those that do not, with the sentence of the limit. */
  const split = async (userId: UserId, mediaId: MediaId, changes: readonly MarkRecord[]) => {
    const [known, inItem, all] = await Promise.all([
      marks.known(changes),
      marks.count(userId, mediaId),
      marks.count(userId),
    ]);
    const [ofItem, ofAll] = [MARKS_PER_ITEM - inItem, MARKS_MAX - all];
    const { fitting, refused } = fittingChanges(changes, { known, places: Math.min(ofItem, ofAll) });
    const detail = ofItem <= ofAll ? FULL_ITEM : FULL;
    return { fitting, refused: refused.map(({ id }) => ({ id, detail })) };
  };
  const list = async (userId: UserId, mediaId: MediaId) => ({
    marks: (await marks.ofItem(userId, mediaId)).map(markOf),
  });

  return {
    listMarks: async ({ params: { mediaId } }, { userId }) => {
      await openItem(resolveEntitlement)(mediaId, userId);
      return list(userId, mediaId);
    },

    mergeMarks: async ({ params: { mediaId }, body: { changes } }, { userId }) => {
      await openItem(resolveEntitlement)(mediaId, userId);
      const now = clock.now();
      await marks.pruneRemoved(userId, mediaId, new Date(now.getTime() - REMOVED_FOR_MS), MARKS_PER_ITEM);
      const newest = newestOfEach(changes.map((change) => markRecordOf(userId, mediaId, change, now)));
      const { fitting, refused } = await split(userId, mediaId, newest);
      await marks.merge(fitting);
      // The account may have been deleted concurrently: a mark must not outlive it.
      if (await isErased(userId)) await marks.removeReader(userId);
      return { ...(await list(userId, mediaId)), refused };
    },

    removeMarks: ({ params: { mediaId } }, { userId }) => marks.removeItem(userId, mediaId),
  };
};
