import { ApiError, liveTypes } from '@satrangi/contracts/pure';
import { api } from '../../lib/api.ts';

const TRIES = 3;

/** What the page does when a paid title has not arrived: start afresh. In one place so that a test can stand there. */
export const page = { reload: (): void => location.reload() };

/** Between two looks for what was paid, by kind of media (storefront §9). */
export const waitFor = (mediaType: string): number =>
  mediaType === 'ebook' || mediaType === 'magazine' ? 1_000 : 1_200;

/** Waits until `ms` have passed or the library says that something arrived, whichever comes first. */
const untilNews = async (ms: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const joined = import('../../lib/live.ts').then(({ subscribeLive }) =>
    subscribeLive(({ type }) => {
      if (type === liveTypes.libraryUpdated) resolve();
    }),
  );
  await promise;
  clearTimeout(timer);
  joined.then(
    (leave) => leave(),
    () => undefined,
  );
};

/** False when nobody answers. @throws ApiError 401 when the session has ended */
const hasAccess = async (mediaId: string): Promise<boolean> => {
  try {
    return (await api.library.checkAccess({ params: { mediaId } })).hasAccess;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error;
    return false;
  }
};

/** Looks for a paid title in the library, three times, or at once when the library says that it came. */
export const awaitAccess = async (mediaId: string, mediaType: string): Promise<boolean> => {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    if (await hasAccess(mediaId)) return true;
    await untilNews(waitFor(mediaType));
  }
  return hasAccess(mediaId);
};
