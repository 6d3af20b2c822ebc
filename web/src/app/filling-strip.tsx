import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../lib/api.ts';
import styles from './filling-strip.module.css';

const ASK_EVERY_MS = 2_000;

/**
 * Says on the first start of a shop that its titles still arrive, and how many there are; ends by itself with the last
 * one and lets every list ask again.
 */
export function FillingStrip() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['gateway', 'filling'],
    queryFn: async () => (await api.gateway.readyz()).filling ?? null,
    refetchInterval: ({ state }) => (state.data === null ? false : ASK_EVERY_MS),
    staleTime: 0,
    // While a service is away the count is only unknown, not over.
    retry: false,
  });
  const wasFilling = useRef(false);
  useEffect(() => {
    if (data) wasFilling.current = true;
    if (data !== null || !wasFilling.current) return;
    wasFilling.current = false;
    void client.invalidateQueries({ queryKey: ['catalog'] });
  }, [client, data]);

  return (
    <div role="status">
      {data && (
        <p className={styles.strip}>
          Titles are still arriving.{' '}
          <span className={styles.count} aria-hidden="true">
            {data.done} of {data.total} are here.
          </span>
        </p>
      )}
    </div>
  );
}
