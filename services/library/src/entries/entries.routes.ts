import type { Clock, Handlers } from '@satrangi/chassis';
import { joinedOf, type LibraryEntry, type libraryApi } from '@satrangi/contracts';
import { type Place, progressOf } from '../progress/progress.rules.ts';
import type { ProgressStore } from '../progress/progress.store.ts';
import { expiryOf, type Grant, isStanding, ownedMediaOf } from './access.rules.ts';
import type { AccessStore } from './access.store.ts';
import type { AskStanding } from './ask-standing.ts';

type Parts = {
  readonly access: AccessStore;
  readonly progress: ProgressStore;
  readonly ask: AskStanding;
  readonly clock: Clock;
};
type Routes = Pick<Handlers<typeof libraryApi>, 'listEntries' | 'checkAccess'>;

const entryOf = (grant: Grant, place: Place | undefined): LibraryEntry => {
  const { mediaId, mediaType, format, grantedAt, createdAt } = grant;
  const expiresAt = expiryOf(grant);
  return {
    _id: grant._id,
    media: ownedMediaOf(mediaId, mediaType, grant.snapshot),
    format,
    mediaType: joinedOf(mediaType),
    progress: place ? progressOf(place) : null,
    grantedAt,
    createdAt,
    ...(expiresAt ? { expiresAt } : {}),
  };
};

export const accessRoutes = ({ access, progress, ask, clock }: Parts): Routes => ({
  listEntries: async (_input, { userId }) => {
    const [grants, places] = await Promise.all([access.ofReader(userId), progress.ofReader(userId)]);
    const placeByKey = new Map(places.map((place) => [place._id, place]));
    const now = clock.now();
    return grants
      .filter((grant) => isStanding(grant, now))
      .map((grant) => entryOf(grant, placeByKey.get(grant._id)));
  },

  checkAccess: async ({ params: { mediaId }, query: { format } }, caller) => {
    const { standing } = await ask(mediaId, caller?.userId, format);
    return { hasAccess: standing === 'owned' || standing === 'open' };
  },
});
