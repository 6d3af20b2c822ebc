import { useEffect } from 'react';
import { session } from '../../lib/session.ts';
import { safeStorage } from '../../lib/store.ts';
import { leaveSession } from './sign-in.ts';

/** Delay before the redirect to the home page (storefront §9). */
const REDIRECT_MS = 1_500;

/** Shown after an account is deleted. */
export function AccountDeleted({ onGone }: { onGone: () => void }) {
  useEffect(() => {
    const userId = session.get()?.userId;
    // what this device keeps of an account, such as notes that were never sent, is deleted with it
    if (userId) safeStorage.remove(new RegExp(`:${userId}:`));
    const timer = setTimeout(() => {
      leaveSession();
      onGone();
    }, REDIRECT_MS);
    return () => {
      clearTimeout(timer);
      // another page was opened before that
      leaveSession();
    };
  }, [onGone]);
  return <p role="status">Profile deleted. Redirecting…</p>;
}
