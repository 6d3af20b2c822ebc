import { useSyncExternalStore } from 'react';
import { createStore, safeStorage } from './store.ts';

/** The login of this browser, from the local storage keys `token` and `userId`. */
export type Session = { readonly token: string; readonly userId: string | null };

const read = (): Session | null => {
  const token = safeStorage.read('token');
  return token ? { token, userId: safeStorage.read('userId') } : null;
};

const store = createStore<Session | null>(read());
const isSame = (a: Session | null, b: Session | null): boolean =>
  a?.token === b?.token && a?.userId === b?.userId;
const refresh = (): void => {
  const current = read();
  if (!isSame(current, store.get())) store.set(current);
};

export const session = {
  get: store.get,
  subscribe: store.subscribe,
  token: (): string | null => store.get()?.token ?? null,
  begin: ({ token, userId }: Session): void => {
    safeStorage.write('token', token);
    safeStorage.write('userId', userId);
    store.set({ token, userId });
  },
  end: (): void => {
    // phones are shared: the contact fields of the run hold a name, and places say what was read
    safeStorage.remove(/^(token$|userId$|virtualRun|place:)/);
    store.set(null);
  },
  /** Follows logins and logouts in other tabs, and those while Back could still return to this page, as long as it is open. */
  watch: (): void => {
    for (const type of ['storage', 'pageshow']) addEventListener(type, refresh);
  },
};

export const useSession = (): Session | null => useSyncExternalStore(session.subscribe, session.get);

/** The role claimed by a token; only for display. Every server checks it. */
export const roleOf = (token: string | undefined): unknown => {
  try {
    const claims = token?.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/');
    return claims ? JSON.parse(atob(claims)).role : undefined;
  } catch {
    return undefined;
  }
};

/** Whether this problem of a 401 means that the token is invalid. @param problem null for an answer that is no JSON */
export const endsSession = (problem: { code?: string; message?: string } | null): boolean =>
  problem?.code === 'invalid-token' || /invalid token|jwt expired/i.test(problem?.message ?? '');
