import { type Clock, type Handlers, Refusal } from '@satrangi/chassis';
import { kindOf, type libraryApi } from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import type { AskStanding } from '../access/ask-standing.ts';
import { notFoundOf } from '../delivery/admit.ts';
import type { MediaStore } from '../media/media.store.ts';
import { listContinued } from './continue.ts';
import { beyondOf, placeOf, progressOf } from './progress.rules.ts';
import type { ProgressStore } from './progress.store.ts';

type Routes = Pick<
  Handlers<typeof libraryApi>,
  'listProgress' | 'getProgress' | 'putProgress' | 'deleteProgress'
>;

type Parts = {
  readonly ask: AskStanding;
  readonly progress: ProgressStore;
  readonly access: AccessStore;
  readonly media: MediaStore;
  readonly clock: Clock;
};

export const progressRoutes = (parts: Parts): Routes => {
  const { ask, progress, access, clock } = parts;
  return {
    listProgress: ({ query: { limit } }, { userId }) => listContinued(parts)(userId, limit),

    getProgress: async ({ params: { mediaId }, query: { format } }, { userId }) => {
      const place = await progress.latest(userId, mediaId, format);
      return { progress: place && progressOf(place) };
    },

    putProgress: async ({ params: { mediaId }, body }, { userId }) => {
      const beyond = beyondOf(body);
      if (beyond)
        throw new Refusal('validation-failed', beyond.sentence, {
          errors: [{ pointer: `/body/${beyond.field}`, detail: beyond.sentence }],
        });
      const { media, standing } = await ask(mediaId, userId);
      const kind = media ? kindOf(media.mediaType) : { label: 'eBook' as const };
      if (standing === 'unknown') throw new Refusal('not-found', notFoundOf(kind));
      if (standing === 'locked') throw new Refusal('purchase-required', 'Purchase required');
      const place = await progress.keep(placeOf(userId, mediaId, body, clock.now()));
      // Deleted meanwhile: the place must not outlive the account.
      if (await access.isForgotten(userId)) await progress.removeReader(userId);
      return { progress: progressOf(place) };
    },

    deleteProgress: ({ params: { mediaId } }, { userId }) => progress.remove(userId, mediaId),
  };
};
