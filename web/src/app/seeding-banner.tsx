import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../lib/api.ts';
import styles from './seeding-banner.module.css';

const POLL_MS = 2_000;

/**
 * Shows on the first start that demo titles are still being imported, and how many exist. After the last one it hides
 * and invalidates the catalog queries.
 */
export function SeedingBanner() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['gateway', 'filling'],
    queryFn: async () => (await api.gateway.readyz()).filling ?? null,
    refetchInterval: ({ state }) => (state.data === null ? false : POLL_MS),
    staleTime: 0,
    // While a service is down the count is unknown; the import is not over.
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
