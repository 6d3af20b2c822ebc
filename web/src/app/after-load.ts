import type { QueryClient } from '@tanstack/react-query';
import { finishLogout } from '../lib/finish-logout.ts';
import { followKept } from '../lib/kept/follow-kept.ts';
import { invalidateOnLiveUpdates } from '../lib/live-updates.ts';
import { joinSavedAfterLogin } from '../lib/saved/join-saved.ts';

/** What matters only after the page has loaded, in its own chunk. */
export const startAfterLoad = (client: QueryClient): void => {
  invalidateOnLiveUpdates(client);
  joinSavedAfterLogin(client);
  followKept();
  finishLogout();
};
