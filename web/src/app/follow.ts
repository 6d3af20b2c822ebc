import type { QueryClient } from '@tanstack/react-query';
import { followTitleFaces } from '../lib/title-faces.ts';

/** What goes on beside every page: the faces of its titles, and news. */
export const follow = async (client: QueryClient): Promise<void> => {
  followTitleFaces();
  // News matters only to a page that is already there.
  const { followLive } = await import('../lib/live.ts');
  followLive(client);
};
