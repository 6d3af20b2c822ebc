import { useSyncExternalStore } from 'react';
import { createStore, kept } from './store.ts';

/** What a reader chose for this browser; kept here and told to nobody. */
export type Preferences = {
  readonly theme: 'system' | 'light' | 'dark';
  readonly dataSaver: boolean;
  /** Neutral tab title and icon, covers blurred until touched. */
  readonly discreet: boolean;
  /** Shift three times leaves the site. */
  readonly exitByKey: boolean;
  /** Single keys do things (`/` searches, F opens the sample); some ways of speaking to a computer press them. */
  readonly keys: boolean;
};

const KEY = 'preferences';

const connectionSaves = (): boolean => {
  const { connection } = globalThis.navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
};

const read = (): Preferences => {
  const defaults = {
    theme: 'system',
    dataSaver: connectionSaves(),
    discreet: false,
    exitByKey: true,
    keys: true,
  } as const;
  try {
    return { ...defaults, ...JSON.parse(kept.read(KEY) ?? '{}') };
  } catch {
    return defaults;
  }
};

const store = createStore<Preferences>(read());

/** Puts the choices on the document, where the styles find them. */
const show = ({ theme, dataSaver, discreet }: Preferences): void => {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  if (dataSaver) dataset.saver = '';
  else delete dataset.saver;
  if (discreet) dataset.discreet = '';
  else delete dataset.discreet;
  document.getElementById('icon')?.setAttribute('href', discreet ? '/icon-plain.svg' : '/icon.svg');
};

export const preferences = {
  get: store.get,
  subscribe: store.subscribe,
  change: (change: Partial<Preferences>): void => {
    const next = { ...store.get(), ...change };
    kept.write(KEY, JSON.stringify(next));
    store.set(next);
    show(next);
  },
  /** Shows the choices and follows those made in other tabs. @returns how to stop */
  watch: (): (() => void) => {
    const listen = ({ key }: StorageEvent): void => {
      if (key !== KEY && key !== null) return;
      store.set(read());
      show(store.get());
    };
    show(store.get());
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  },
};

export const usePreferences = (): Preferences => useSyncExternalStore(preferences.subscribe, preferences.get);
