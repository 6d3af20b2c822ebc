import type { QueryClient } from '@tanstack/react-query';
import { watchSearchKey } from '../features/search-box/search-key.ts';
import { loadLanguage } from '../lib/interface-language.ts';
import { preferences } from '../lib/preferences.ts';
import { followTitleFonts } from '../lib/title-fonts.ts';

/** Shows the page again when another language is chosen, here or in another tab. */
const followLanguage = (openAgain: () => void): void => {
  let { language } = preferences.get();
  preferences.subscribe(() => {
    if (preferences.get().language === language) return;
    language = preferences.get().language;
    loadLanguage().then(openAgain, openAgain);
  });
};

/** Starts what runs beside every page: the interface language, title fonts, the search key, live updates, and the preview of the back office. */
export const startLiveUpdates = async (client: QueryClient, openAgain: () => void): Promise<void> => {
  followLanguage(openAgain);
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
