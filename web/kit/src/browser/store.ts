/** A value with subscribers, for `useSyncExternalStore`. */
export type Store<T> = {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

export const createStore = <T>(first: T): Store<T> => {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Contact fields of the run's form (checklist WEB-96). */
export const RUN_PREFILL_KEY = 'virtualRunPrefill';

/** Local storage keys of places in titles; user id or `visitor`, and the id of the title follow. */
export const PLACE_PREFIX = 'place:';

/** Local storage keys of the chat (checklist WEB-95): whether it is open, and its conversation. */
export const CHAT_OPEN_KEY = 'ai_open';
export const CHAT_ID_KEY = 'ai_conversation_id';

/** Local storage key: a logout did not reach the server, which still accepts the session cookie of this browser. */
export const UNSENT_LOGOUT_KEY = 'logout-pending';

/** Local storage that may be unavailable (private windows, full disks): then nothing is stored. Nor is anything after Exit. */
export const safeStorage = {
  read: (key: string): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write: (key: string, value: string | null): void => {
    try {
      if (value === null) localStorage.removeItem(key);
      else if (!('left' in document.documentElement.dataset)) localStorage.setItem(key, value);
    } catch {
      // The value lasts as long as the page.
    }
  },
  /** Removes the keys that match. */
  remove: (keys: RegExp): void => {
    try {
      for (const key of Object.keys(localStorage)) if (keys.test(key)) localStorage.removeItem(key);
    } catch {
      // Nothing is stored.
    }
  },
};

/** Preferences of this browser under a key of its storage. Those without a stored value are the defaults. */
export const createPreferences = <T extends object>(key: string, defaultsOf: () => T) => {
  const read = (): T => {
    const defaults = defaultsOf();
    try {
      return { ...defaults, ...JSON.parse(safeStorage.read(key) ?? '{}') };
    } catch {
      return defaults;
    }
  };
  const store = createStore(read());
  return {
    ...store,
    change: (change: Partial<T>): void => {
      const next = { ...store.get(), ...change };
      safeStorage.write(key, JSON.stringify(next));
      store.set(next);
    },
    /** Reads what another tab has stored. */
    reload: (): void => store.set(read()),
  };
};
