import { useEffect } from 'react';
import { session } from '../../lib/session.ts';

/** From the last word to the front page (storefront §9). */
const GO_ON_MS = 1_500;

/** The last words of an account that is gone. */
export function Farewell({ onGone }: { onGone: () => void }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      session.end();
      onGone();
    }, GO_ON_MS);
    return () => clearTimeout(timer);
  }, [onGone]);
  return <p role="status">Profile deleted. Redirecting…</p>;
}
