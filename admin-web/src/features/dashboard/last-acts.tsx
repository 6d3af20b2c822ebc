import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { Loaded } from '../../lib/faces.tsx';
import { agoText, timeText } from '../../lib/format.ts';
import { Lines, Panel } from '../../lib/panel.tsx';
import styles from './dashboard.module.css';

const SHOWN = 10;

/** `payments.refundOrder` → `payments: refund order`. */
const actText = (call: string): string => {
  const [service = '', name = ''] = call.split('.');
  return `${service}: ${name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)}`;
};

const ACCEPTED = 'identity.acceptInvitation';

/** Who changed what, when, and how it ended (checklist ADM-47). */
export function LastActs() {
  const acts = useQuery({
    queryKey: ['analytics', 'audit', 'latest'],
    queryFn: ({ signal }) => api['analytics-usage'].listAudit({ query: {} }, { signal }),
  });
  const admins = useQuery({
    queryKey: ['identity', 'admins'],
    queryFn: ({ signal }) => api.identity.listUsers({ query: { role: 'ADMIN', limit: 100 } }, { signal }),
  });
  /** The name of an admin; the id while names are missing, and of somebody who is no admin any more. */
  const nameOf = (id: string | null): string =>
    id === null ? 'a deleted account' : (admins.data?.items.find(({ _id }) => _id === id)?.name ?? id);
  /** What an act was about: an accepted invitation says who had sent it. */
  const targetText = (call: string, target: string): string =>
    call === ACCEPTED ? `of ${nameOf(target.split('/')[1] ?? null)}` : target;
  return (
    <Panel title="Last changes by admins">
      <Loaded query={acts} loading="Loading last changes" error="Failed to load last changes">
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">No admin has changed anything yet.</p>
          ) : (
            <Lines>
              {items.slice(0, SHOWN).map(({ actId, by, call, target, outcome, at }) => (
                <li key={actId}>
                  <span>
                    {actText(call)}
                    {target && <span className={styles.target}> {targetText(call, target)}</span>}
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
