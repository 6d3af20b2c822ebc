import { useSyncExternalStore } from 'react';
import { createStore, kept } from './store.ts';

/** Who is signed in on this browser, as the keys `token` and `userId` of local storage say. */
export type Session = { readonly token: string; readonly userId: string | null };

const read = (): Session | null => {
  const token = kept.read('token');
  return token ? { token, userId: kept.read('userId') } : null;
};

const store = createStore<Session | null>(read());
const same = (a: Session | null, b: Session | null): boolean =>
  a?.token === b?.token && a?.userId === b?.userId;
const refresh = (): void => {
  const now = read();
  if (!same(now, store.get())) store.set(now);
};

export const session = {
  get: store.get,
  subscribe: store.subscribe,
  token: (): string | null => store.get()?.token ?? null,
  begin: ({ token, userId }: Session): void => {
    kept.write('token', token);
    kept.write('userId', userId);
    store.set({ token, userId });
  },
  end: (): void => {
    kept.write('token', null);
    kept.write('userId', null);
    store.set(null);
  },
  /** Keeps this tab in step with the others. @returns how to stop */
  watch: (): (() => void) => {
    const listen = ({ key }: StorageEvent): void => {
      if (key === null || key === 'token' || key === 'userId') refresh();
    };
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  },
};

export const useSession = (): Session | null => useSyncExternalStore(session.subscribe, session.get);

/** The role a token claims; only for choosing what to show. Every server checks for itself. */
export const roleOf = (token: string | undefined): unknown => {
  try {
    const claims = token?.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/');
    return claims ? JSON.parse(atob(claims)).role : undefined;
  } catch {
    return undefined;
  }
};

/** Does this refusal mean that the token is worth nothing any more? */
export const endsSession = (status: number, problem: { code?: string; message?: string }): boolean =>
  status === 401 &&
  (problem.code === 'invalid-token' || /invalid token|jwt expired/i.test(problem.message ?? ''));
