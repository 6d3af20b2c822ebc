import type { JoinedMediaType } from '@satrangi/contracts';
import { ApiError, liveTypes } from '@satrangi/contracts/pure';
import { api } from '../../lib/api.ts';
import { isRead } from '../../lib/kinds.ts';

const MAX_POLLS = 3;

/** Reloads the page when a paid title is late. An object, so that tests can replace it. */
export const page = { reload: (): void => location.reload() };

/** Poll interval for a paid title by media type (storefront §9). */
export const pollInterval = (mediaType: JoinedMediaType): number => (isRead(mediaType) ? 1_000 : 1_200);

/** Resolves after `ms` or on a live update of the library, whichever comes first. */
const delayOrLiveUpdate = async (ms: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const subscribed = import('../../lib/live-updates.ts').then(({ subscribeLive }) =>
    subscribeLive(({ type }) => {
      if (type === liveTypes.libraryUpdated) resolve();
    }),
  );
  await promise;
  clearTimeout(timer);
  subscribed.then(
    (unsubscribe) => unsubscribe(),
    () => undefined,
  );
};

/** False on network and server errors. @throws ApiError 401 when the session has ended */
const hasAccess = async (mediaId: string): Promise<boolean> => {
  try {
    return (await api.library.checkAccess({ params: { mediaId } })).hasAccess;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error;
    return false;
  }
};

/** Polls the library for a paid title three times, or at once on a live update. */
export const awaitAccess = async (mediaId: string, mediaType: JoinedMediaType): Promise<boolean> => {
  for (let polls = 1; polls <= MAX_POLLS; polls += 1) {
    if (await hasAccess(mediaId)) return true;
    await delayOrLiveUpdate(pollInterval(mediaType));
  }
  return hasAccess(mediaId);
};
