import { DISCREET_COOKIE } from '@satrangi/contracts/pure';
import { useSyncExternalStore } from 'react';
import { createPreferences } from './store.ts';

/** A reader's preferences for this browser. Only discreet mode is sent to the server, as a cookie. */
export type Preferences = {
  /** Of the shop; the back office is in English. */
  readonly language: 'en' | 'hi';
  readonly theme: 'system' | 'light' | 'dark';
  readonly dataSaver: boolean;
  /** Neutral tab title and icon, covers blurred until touched. */
  readonly discreet: boolean;
  /** Page views and logins are counted (lib/track.ts). */
  readonly statistics: boolean;
  /** Pressing Shift three times leaves the site. */
  readonly exitByKey: boolean;
  /** Single-key shortcuts (`/` searches, F opens the sample). Speech input can trigger them by accident. */
  readonly keys: boolean;
  /** No button of the chat. */
  readonly hidesAssistant: boolean;
  /** The chat sends nothing to a model provider; always so in discreet mode. */
  readonly keepsChatLocal: boolean;
};

const KEY = 'preferences';

const connectionSavesData = (): boolean => {
  const { connection } = globalThis.navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
};

const stored = createPreferences<Preferences>(KEY, () => ({
  language: 'en',
  theme: 'system',
  dataSaver: connectionSavesData(),
  discreet: false,
  statistics: true,
  exitByKey: true,
  keys: true,
  hidesAssistant: false,
  keepsChatLocal: false,
}));

const YEAR_S = 31_536_000;

/** Makes the server send pages with a neutral title: tabs show the title before any script runs. */
const syncDiscreetCookie = (discreet: boolean): void => {
  const isSent = document.cookie.split('; ').includes(`${DISCREET_COOKIE}=1`);
  if (isSent === discreet) return;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const value = discreet ? `1; max-age=${YEAR_S}` : '; max-age=0';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
  document.cookie = `${DISCREET_COOKIE}=${value}; path=/; samesite=strict${secure}`;
};

/** Sets the preferences as data attributes for the style sheets. */
const applyPreferences = ({ theme, dataSaver, discreet }: Preferences): void => {
  const page = document.documentElement;
  if (theme === 'system') delete page.dataset.theme;
  else page.dataset.theme = theme;
  page.toggleAttribute('data-saver', dataSaver);
  page.toggleAttribute('data-discreet', discreet);
  syncDiscreetCookie(discreet);
  document.getElementById('icon')?.setAttribute('href', discreet ? '/icon-plain.svg' : '/icon.svg');
};

export const preferences = {
  ...stored,
  change: (change: Partial<Preferences>): void => {
    stored.change(change);
    applyPreferences(stored.get());
  },
  /** Applies the preferences and follows changes in other tabs, as long as the page is open. */
  watch: (): void => {
    applyPreferences(stored.get());
    addEventListener('storage', ({ key }) => {
      if (key !== KEY && key !== null) return;
      stored.reload();
      applyPreferences(stored.get());
    });
  },
};

export const usePreferences = (): Preferences => useSyncExternalStore(preferences.subscribe, preferences.get);
