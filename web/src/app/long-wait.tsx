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
 * After 8 s of waiting: a message, a retry and a link back, on every page and in every dialog. The first retry
 * refetches pending queries; without any, or the second time, it reloads the page.
 */
export function LongWait() {
  const client = useQueryClient();
  const isOverdue = useSyncExternalStore(waits.subscribe, waits.isLong);
  const tries = useRef(0);
  if (!isOverdue) return null;
  const retry = async (): Promise<void> => {
    tries.current += 1;
    const hasPending = client.getQueryCache().findAll(isPending).length > 0;
    if (navigator.onLine && (!hasPending || tries.current > 1)) return location.reload();
    waits.restart();
    await client.cancelQueries(isPending);
    await client.refetchQueries(isPending);
  };
  // Outside an open dialog nothing can be reached.
  const container = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
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
    container,
  );
}
