import { session } from '@satrangi/kit/browser/session';
import { createStore, safeStorage } from '@satrangi/kit/browser/store';
import { useSyncExternalStore } from 'react';

/** The key of what this browser stores for the admin who is logged in: it holds the id of the account only. */
export const adminKey = (prefix: string, name: string): string =>
  `${prefix}:${session.get()?.userId ?? ''}:${name}`;

const version = createStore(0);
/** What local storage did not take: it lasts as long as the page. */
const unstored = new Map<string, string | null>();

/** Texts in local storage, followed also when another browser tab changes them. */
export const adminStorage = {
  read: (key: string): string | null => unstored.get(key) ?? safeStorage.read(key),
  write: (key: string, value: string | null): void => {
    safeStorage.write(key, value);
    if (safeStorage.read(key) === value) unstored.delete(key);
    else unstored.set(key, value);
    version.set(version.get() + 1);
  },
  subscribe: (listener: () => void): (() => void) => {
    const unsubscribe = version.subscribe(listener);
    addEventListener('storage', listener);
    return () => {
      unsubscribe();
      removeEventListener('storage', listener);
    };
  },
};

/** The stored text of a key; null without one. */
export const useAdminStorage = (key: string): string | null =>
  useSyncExternalStore(adminStorage.subscribe, () => adminStorage.read(key));

/** The value of a stored text; undefined when it is none or damaged. */
export const parseStored = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};
