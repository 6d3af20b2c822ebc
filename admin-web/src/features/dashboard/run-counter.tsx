import { Button, Icon } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { counted, grouped, rupees } from '../../lib/format.ts';
import { liveIcon } from '../../lib/icons.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { Panel } from '../../lib/panel.tsx';
import styles from './dashboard.module.css';

const STREAM = '/api/virtual-run/sse';
const KEY = ['run', 'counts'];

/**
 * The registrations of the run, counted again on each registration. An error closes this stream (checklist ADM-03); the
 * number still follows the stream of the whole screen, and Reconnect opens this one again.
 */
export function RunCounter() {
  const client = useQueryClient();
  const counts = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api['virtual-run'].getCounts(undefined, { signal }),
  });
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const source = new EventSource(STREAM, { withCredentials: true });
    const countAgain = (): void => void client.invalidateQueries({ queryKey: KEY }).catch(() => undefined);
    source.addEventListener('registration', countAgain);
    source.onerror = () => {
      source.close();
      setPaused(true);
    };
    return () => source.close();
  }, [client, isPaused]);

  return (
    <Panel
      title="Virtual run"
      side={
        isPaused ? (
          <span className={styles.paused}>
            paused
            <Button size="s" tone="quiet" onClick={() => setPaused(false)}>
              Reconnect
            </Button>
          </span>
        ) : (
          <span className={styles.live}>
            <Icon shape={liveIcon} size="s" /> Live
          </span>
        )
      }
    >
      <Loaded
        query={counts}
        loading="Loading registrations"
        error="Failed to count registrations"
        height="4rem"
      >
        {({ total, raised }) => (
          <p className={styles.counter} role="status">
            <b>{grouped(total)}</b> {counted(total, 'registration').replace(/^\S+ /, '')} worldwide,{' '}
            {rupees(raised)} raised on their pages
          </p>
        )}
      </Loaded>
    </Panel>
  );
}
