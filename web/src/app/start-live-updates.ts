import type { QueryClient } from '@tanstack/react-query';
import { watchSearchKey } from '../features/search-box/search-key.ts';
import { followTitleFonts } from '../lib/title-fonts.ts';

/** Starts what runs beside every page: title fonts, the search key, live updates, and the preview of the back office. */
export const startLiveUpdates = async (client: QueryClient, openAgain: () => void): Promise<void> => {
  followTitleFonts();
  watchSearchKey();
  if (parent !== self && new URLSearchParams(location.search).get('preview') === '1') {
    const { startPreview } = await import('./preview.ts');
    startPreview(client, openAgain);
  }
  // Live updates matter only after the page has loaded.
  const { startAfterLoad } = await import('./after-load.ts');
  startAfterLoad(client);
};
