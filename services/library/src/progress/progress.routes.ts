import { type Clock, type Handlers, Refusal } from '@satrangi/chassis';
import type { libraryApi, UserId } from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import { openItem, type ResolveEntitlement } from '../entitlement/resolve-entitlement.ts';
import type { MediaStore } from '../media/media.store.ts';
import { listContinueReading } from './continue-reading.ts';
import { outOfRange, progressOf, progressRecordOf } from './progress.rules.ts';
import type { ProgressStore } from './progress.store.ts';

type Routes = Pick<
  Handlers<typeof libraryApi>,
  'listProgress' | 'getProgress' | 'putProgress' | 'deleteProgress'
>;

type Deps = {
  readonly resolveEntitlement: ResolveEntitlement;
  readonly progress: ProgressStore;
  readonly access: AccessStore;
  readonly media: MediaStore;
  readonly clock: Clock;
  readonly isErased: (userId: UserId) => Promise<boolean>;
};

export const progressRoutes = (deps: Deps): Routes => {
  const { resolveEntitlement, progress, clock, isErased } = deps;
  return {
    listProgress: ({ query: { limit } }, { userId }) => listContinueReading(deps)(userId, limit),

    getProgress: async ({ params: { mediaId }, query: { format } }, { userId }) => {
      const record = await progress.latest(userId, mediaId, format);
      return { progress: record && progressOf(record) };
    },

    putProgress: async ({ params: { mediaId }, body }, { userId }) => {
      const invalid = outOfRange(body);
      if (invalid)
        throw new Refusal('validation-failed', invalid.sentence, {
          errors: [{ pointer: `/body/${invalid.field}`, detail: invalid.sentence }],
        });
      await openItem(resolveEntitlement)(mediaId, userId);
      const record = await progress.upsertNewest(progressRecordOf(userId, mediaId, body, clock.now()));
      // The account may have been deleted concurrently: the record must not outlive it.
      if (await isErased(userId)) await progress.removeReader(userId);
      return { progress: progressOf(record) };
    },

    deleteProgress: ({ params: { mediaId } }, { userId }) => progress.remove(userId, mediaId),
  };
};
