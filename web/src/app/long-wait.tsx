import { Button, buttonLook, waits } from '@satrangi/kit';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Link } from '../lib/link.tsx';
import { paths } from '../lib/paths.ts';
import styles from './long-wait.module.css';

const isPending = {
  predicate: ({ state }: Query): boolean => state.status === 'pending',
  type: 'active',
} as const;

/**
 * After 8 s of waiting, on every page and in every dialog: a sentence, another try, and the way back. The first try
 * asks the server again; where nothing was asked, or that did not help, the page is loaded anew.
 */
export function LongWait() {
  const client = useQueryClient();
  const isLong = useSyncExternalStore(waits.subscribe, waits.isLong);
  const tries = useRef(0);
  if (!isLong) return null;
  const retry = async (): Promise<void> => {
    tries.current += 1;
    const isAsked = client.getQueryCache().findAll(isPending).length > 0;
    if (navigator.onLine && (!isAsked || tries.current > 1)) return location.reload();
    waits.restart();
    await client.cancelQueries(isPending);
    await client.refetchQueries(isPending);
  };
  // Over an open dialog nothing outside it can be reached.
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  return createPortal(
    <div className={styles.note} role="alert">
      <p>This is taking longer than usual.</p>
      <Button size="s" tone="primary" onClick={() => void retry()}>
        Try again
      </Button>
      <Link {...buttonLook({ size: 's' })} to={paths.home}>
        Back to the shop
      </Link>
    </div>,
    place,
  );
}
