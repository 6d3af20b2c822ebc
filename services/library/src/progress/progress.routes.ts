import { type Clock, type Handlers, Refusal } from '@satrangi/chassis';
import { kindOf, type libraryApi, type UserId } from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import type { ResolveEntitlement } from '../entitlement/resolve-entitlement.ts';
import { notFoundOf } from '../media/media.rules.ts';
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
      const { media, entitlement } = await resolveEntitlement(mediaId, userId);
      const kind = media ? kindOf(media.mediaType) : { label: 'eBook' as const };
      if (entitlement === 'unknown') throw new Refusal('not-found', notFoundOf(kind));
      if (entitlement === 'locked') throw new Refusal('purchase-required', 'Purchase required');
      const record = await progress.upsertNewest(progressRecordOf(userId, mediaId, body, clock.now()));
      // The account may have been deleted concurrently: the record must not outlive it.
      if (await isErased(userId)) await progress.removeReader(userId);
      return { progress: progressOf(record) };
    },

    deleteProgress: ({ params: { mediaId } }, { userId }) => progress.remove(userId, mediaId),
  };
};
