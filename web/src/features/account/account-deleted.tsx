import { useEffect } from 'react';
import { session } from '../../lib/session.ts';

/** Delay before the redirect to the home page (storefront §9). */
const REDIRECT_MS = 1_500;

/** Shown after an account is deleted. */
export function AccountDeleted({ onGone }: { onGone: () => void }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      session.end();
      onGone();
    }, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [onGone]);
  return <p role="status">Profile deleted. Redirecting…</p>;
}
