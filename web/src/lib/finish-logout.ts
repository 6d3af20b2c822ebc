import { api } from './api.ts';
import { session } from './session.ts';
import { safeStorage, UNSENT_LOGOUT_KEY } from './store.ts';

const send = async (): Promise<void> => {
  if (safeStorage.read(UNSENT_LOGOUT_KEY) === null) return;
  // a login since then has replaced the cookie
  if (session.get() === null) await api.identity.logout();
  safeStorage.write(UNSENT_LOGOUT_KEY, null);
};

/** Sends a logout that did not reach the server, now and when the connection returns. @returns a function that stops */
export const finishLogout = (): (() => void) => {
  const retry = (): void => void send().catch(() => undefined);
  retry();
  addEventListener('online', retry);
  return () => removeEventListener('online', retry);
};
