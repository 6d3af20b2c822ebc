import type { QueryClient } from '@tanstack/react-query';
import { followTitleFonts } from '../lib/title-fonts.ts';

/** Starts what runs beside every page: title fonts and live updates. */
export const startLiveUpdates = async (client: QueryClient): Promise<void> => {
  followTitleFonts();
  // Live updates matter only after the page has loaded.
  const { invalidateOnLiveUpdates } = await import('../lib/live-updates.ts');
  invalidateOnLiveUpdates(client);
};
