import type { LetterSend } from '@satrangi/contracts';
import { Button, checkCircleIcon, Icon } from '@satrangi/kit';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { api } from '../../lib/api.ts';
import { counted } from '../../lib/format.ts';
import { Lines, Panel } from '../../lib/panel.tsx';
import { countParked, PARKED_KEY } from '../../lib/parked.ts';
import { sendsQuery } from '../../lib/queries.ts';
import {
  linksWaiting,
  ordersWaiting,
  submissionsWaiting,
  type Waiting,
  waitingQuery,
} from '../../lib/waiting.ts';
import styles from './dashboard.module.css';

/** A kind of work that waits for a person. */
type Work = Waiting & {
  readonly name: string;
  readonly sentence: (count: number) => string;
  /** The tab where it is done, with its filter. */
  readonly to: string;
};

/** The numbers of sends share one request. */
const countSends =
  (fits: (send: LetterSend) => boolean): Work['count'] =>
  async (_signal, client) =>
    (await client.fetchQuery(sendsQuery)).filter(fits).length;

const works: readonly Work[] = [
  {
    name: 'orders',
    sentence: (count) =>
      `${counted(count, 'order')} with a mismatch, second payment, dispute, refund request or failed refund`,
    to: '/?tab=orders&view=attention',
    ...ordersWaiting,
  },
  {
    name: 'failed payments',
    sentence: (count) => `${counted(count, 'payment')} failed`,
    to: '/?tab=orders&status=failed',
    queryKey: ['payments', 'failed', 'count'],
    count: async (signal) =>
      (await api.payments.searchOrders({ query: { status: 'failed', pageSize: 1 } }, { signal })).total,
  },
  {
    name: 'submissions',
    sentence: (count) => `${counted(count, 'submission')} received and not read`,
    to: '/?tab=publishing&status=received',
    ...submissionsWaiting,
  },
  {
    name: 'payments without a runner',
    sentence: (count) => `${counted(count, 'payment')} without a runner`,
    to: '/?tab=events',
    queryKey: ['run', 'unmatched', 'count'],
    count: async (signal) => (await api['virtual-run'].listUnmatchedPayments(undefined, { signal })).length,
  },
  {
    name: 'broken links',
    sentence: (count) => `${counted(count, 'item')} with a link to Google Drive that does not open`,
    to: '/?tab=media&view=links',
    ...linksWaiting,
  },
  {
    name: 'letters to approve',
    sentence: (count) =>
      count === 1 ? '1 newsletter waits for a second admin' : `${count} newsletters wait for a second admin`,
    to: '/?tab=newsletters',
    queryKey: ['letters', 'waiting', 'count'],
    count: countSends(({ state }) => state === 'waiting'),
  },
  {
    name: 'letters in doubt',
    sentence: (count) => `${counted(count, 'newsletter')} with letters in doubt or refused`,
    to: '/?tab=newsletters',
    queryKey: ['letters', 'doubtful', 'count'],
    count: countSends(({ doubtful, failed }) => doubtful + failed > 0),
  },
  {
    name: 'parked messages',
    sentence: (count) => `${counted(count, 'message')} parked after an error`,
    to: '/?tab=dashboard&open=parked',
    queryKey: [...PARKED_KEY, 'count'],
    count: countParked,
  },
];

/** The pending work. What could not be loaded is shown as such, not left out. */
export function NeedsYou() {
  const answers = useQueries({ queries: works.map(waitingQuery) });
  const rows = works.map((work, index) => ({ ...work, answer: answers[index] }));
  const waiting = rows.filter(({ answer }) => (answer?.data ?? 0) > 0);
  const failed = rows.filter(({ answer }) => answer?.isError);
  const isLoading = rows.some(({ answer }) => answer?.isPending);
  return (
    <Panel title="Needs you">
      {waiting.length > 0 && (
        <Lines>
          {waiting.map(({ name, sentence, to, answer }) => (
            <li key={name}>
              <Link to={to}>{sentence(answer?.data ?? 0)}</Link>
            </li>
          ))}
        </Lines>
      )}
      {failed.length > 0 && (
        <p role="alert" className={styles.unread}>
          Could not be read: {failed.map(({ name }) => name).join(', ')}.{' '}
          <Button size="s" onClick={() => failed.forEach(({ answer }) => void answer?.refetch())}>
            Try again
          </Button>
        </p>
      )}
      {isLoading && <p role="status">Looking …</p>}
      {!isLoading && waiting.length + failed.length === 0 && (
        <p className={styles.nothing}>
          <Icon shape={checkCircleIcon} size="s" /> Nothing waits for you.
        </p>
      )}
    </Panel>
  );
}
