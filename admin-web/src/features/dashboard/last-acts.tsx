import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { actText, useActNames } from '../../lib/admin-acts.ts';
import { api } from '../../lib/api.ts';
import { agoText, timeText } from '../../lib/format.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { Lines, Panel } from '../../lib/panel.tsx';
import styles from './dashboard.module.css';

const SHOWN = 10;

/** Who changed what, when, and how it ended (checklist ADM-47). */
export function LastActs() {
  const acts = useQuery({
    queryKey: ['analytics', 'audit', 'latest'],
    queryFn: ({ signal }) => api['analytics-usage'].listAudit({ query: { limit: SHOWN } }, { signal }),
  });
  const { nameOf, targetText } = useActNames();
  return (
    <Panel title="Last changes by admins" side={<Link to="/?tab=dashboard&open=audit">All</Link>}>
      <Loaded query={acts} loading="Loading last changes" error="Failed to load last changes">
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">No admin has changed anything yet.</p>
          ) : (
            <Lines>
              {items.map(({ actId, by, call, target, outcome, at }) => (
                <li key={actId}>
                  <span>
                    {actText(call)}
                    {target && <span className={styles.target}> {targetText({ call, target })}</span>}
                    <span className={styles.by}>
                      {' '}
                      by {nameOf(by)}
                      {outcome !== 'done' && `, ${outcome}`}
                    </span>
                  </span>
                  <time dateTime={at} title={timeText(at)}>
                    {agoText(at)}
                  </time>
                </li>
              ))}
            </Lines>
          )
        }
      </Loaded>
    </Panel>
  );
}
