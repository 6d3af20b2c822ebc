import { type Clock, type Handlers, Refusal } from '@satrangi/chassis';
import {
  MARKS_MAX,
  MARKS_PER_ITEM,
  type MarkChange,
  type MediaId,
  type marksApi,
  type UserId,
} from '@satrangi/contracts';
import { openItem, type ResolveEntitlement } from '../entitlement/resolve-entitlement.ts';
import { markOf, markRecordOf, newestOfEach } from './marks.rules.ts';
import type { MarksStore } from './marks.store.ts';

type Deps = {
  readonly marks: MarksStore;
  readonly resolveEntitlement: ResolveEntitlement;
  readonly clock: Clock;
  readonly isErased: (userId: UserId) => Promise<boolean>;
};

/** A device that was offline for longer may bring back a mark that was removed elsewhere. */
const REMOVED_FOR_MS = 180 * 24 * 60 * 60_000;

const FULL_ITEM = `You can keep up to ${MARKS_PER_ITEM} bookmarks and notes in one title. Remove one to add another.`;
const FULL = `You can keep up to ${MARKS_MAX} bookmarks and notes. Remove one to add another.`;

/** Bookmarks, highlights and notes of a reader. */
export const marksRoutes = ({
  marks,
  resolveEntitlement,
  clock,
  isErased,
}: Deps): Pick<Handlers<typeof marksApi>, 'listMarks' | 'mergeMarks' | 'removeMarks'> => {
  const refuseWhenFull = async (
    userId: UserId,
    mediaId: MediaId,
    changes: readonly MarkChange[],
  ): Promise<void> => {
    const ids = [...new Set(changes.filter(({ removed }) => !removed).map(({ id }) => id))];
    if (ids.length === 0) return;
    const gone = changes.filter(({ removed }) => removed).map(({ id }) => id);
    const [known, ended, inItem, all] = await Promise.all([
      marks.count(userId, mediaId, ids),
      marks.count(userId, mediaId, gone),
      marks.count(userId, mediaId),
      marks.count(userId),
    ]);
    const added = ids.length - known - ended;
    if (added > 0 && inItem + added > MARKS_PER_ITEM) throw new Refusal('validation-failed', FULL_ITEM);
    if (added > 0 && all + added > MARKS_MAX) throw new Refusal('validation-failed', FULL);
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
      await refuseWhenFull(userId, mediaId, changes);
      await marks.merge(newestOfEach(changes.map((change) => markRecordOf(userId, mediaId, change, now))));
      // The account may have been deleted concurrently: a mark must not outlive it.
      if (await isErased(userId)) await marks.removeReader(userId);
      return list(userId, mediaId);
    },

    removeMarks: ({ params: { mediaId } }, { userId }) => marks.removeItem(userId, mediaId),
  };
};
