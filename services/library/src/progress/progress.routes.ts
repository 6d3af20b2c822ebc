import { type Clock, type Handlers, Refusal } from '@satrangi/chassis';
import type { libraryApi } from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import type { AskStanding } from '../access/ask-standing.ts';
import { placeOf, progressOf } from './progress.rules.ts';
import type { ProgressStore } from './progress.store.ts';

type Routes = Pick<Handlers<typeof libraryApi>, 'getProgress' | 'putProgress'>;

type Parts = {
  readonly ask: AskStanding;
  readonly progress: ProgressStore;
  readonly access: AccessStore;
  readonly clock: Clock;
};

export const progressRoutes = ({ ask, progress, access, clock }: Parts): Routes => ({
  getProgress: async ({ params: { mediaId } }, { userId }) => {
    const place = await progress.latest(userId, mediaId);
    return { progress: place && progressOf(place) };
  },

  putProgress: async ({ params: { mediaId }, body }, { userId }) => {
    if (body.page > body.pages)
      throw new Refusal('validation-failed', 'The page is beyond the last page', {
        errors: [{ pointer: '/body/page', detail: 'The page is beyond the last page' }],
      });
    const { standing } = await ask(mediaId, userId, body.format);
    if (standing === 'unknown') throw new Refusal('not-found', 'eBook not found');
    if (standing === 'locked') throw new Refusal('purchase-required', 'Purchase required');
    const place = await progress.keep(placeOf(userId, mediaId, body, clock.now()));
    // Deleted meanwhile: the place must not outlive the account.
    if (await access.isForgotten(userId)) await progress.removeReader(userId);
    return { progress: progressOf(place) };
  },
});
