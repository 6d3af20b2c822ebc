import { Button, ErrorNote, useToast } from '@satrangi/kit';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { CONNECTIONS_KEY, type Connection, checkQuery, connectionsQuery } from '../../lib/connections.ts';
import { agoText, counted } from '../../lib/format.ts';
import { messageOf } from '../../lib/http.ts';
import { Lines, Panel } from '../../lib/panel.tsx';
import { serviceNames } from '../../lib/service-names.ts';
import { TabHead } from '../../lib/tab-head.tsx';
import styles from './system.module.css';
import { TestMail } from './test-mail.tsx';

const MAIL = 'Mail';
const areas = [
  ['money', 'Money'],
  ['mail', MAIL],
  ['google', 'Google'],
  ['messages', 'WhatsApp'],
  ['texts', 'Texts and files'],
] as const;

const looks = {
  'not-configured': ['plain', 'Not set up'],
  works: ['good', 'Works'],
  sandbox: ['good', 'Sandbox'],
  refused: ['bad', 'Refused'],
  'no-answer': ['bad', 'Does not answer'],
  'set-up': ['plain', 'Set up'],
} as const;

/** The state that the last check found, and its sentence. */
function Finding({ connection }: { connection: Connection }) {
  const { data, error, isFetching } = useQuery(checkQuery(connection));
  if (isFetching && !data) return <span role="status">Checking …</span>;
  if (error) return <span className={styles.failed}>{messageOf(error)}</span>;
  if (!data) return null;
  const [tone, word] = looks[data.state];
  return (
    <>
      <b className={styles.state} data-tone={tone}>
        {word}
      </b>{' '}
      {data.sentence} <time dateTime={data.checkedAt}>{agoText(data.checkedAt)}</time>
    </>
  );
}

function ConnectionLine({ connection }: { connection: Connection }) {
  const { name, purpose, service } = connection;
  const { refetch, isFetching } = useQuery(checkQuery(connection));
  return (
    <li aria-busy={isFetching}>
      <div>
        <h3 className={styles.name}>{name}</h3>
        <span className={styles.id}>
          {purpose} ({service})
        </span>
        <p className={styles.finding}>
          <Finding connection={connection} />
        </p>
      </div>
      <Button
        size="s"
        aria-label={`Check ${name} of ${service}`}
        disabled={isFetching}
        onClick={() => void refetch()}
      >
        Check
      </Button>
    </li>
  );
}

/** The connections of all services, and the services that did not answer. */
const useConnections = () => {
  const answers = useQueries({ queries: serviceNames.map(connectionsQuery) });
  const failed = answers.flatMap(({ isError, isFetching, refetch }, index) =>
    isError && !isFetching ? [{ service: serviceNames[index], refetch }] : [],
  );
  return {
    connections: answers.flatMap(({ data }) => data ?? []),
    failed,
    isLoading: answers.some(({ isPending }) => isPending),
  };
};

/** Providers outside, each checked live when the page opens (decision 0084). */
export function Connections() {
  const client = useQueryClient();
  const toast = useToast();
  const { connections, failed, isLoading } = useConnections();
  const checkAll = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: [...CONNECTIONS_KEY, 'check'] });
    toast('All connections are checked.');
  };
  return (
    <>
      <TabHead title="Connections" fact={isLoading ? undefined : counted(connections.length, 'connection')}>
        <Button size="s" onClick={() => void checkAll()}>
          Check all
        </Button>
      </TabHead>
      <p className={styles.lead}>
        Each service asks its providers now whether they accept its settings. A check creates nothing there
        and costs nothing. Settings are environment variables of the service.{' '}
        <Link to="/?tab=dashboard">Dashboard</Link>
      </p>
      {failed.length > 0 && (
        <ErrorNote onRetry={() => failed.forEach(({ refetch }) => void refetch())}>
          {`Failed to load connections of ${failed.map(({ service }) => service).join(', ')}`}
        </ErrorNote>
      )}
      {isLoading && connections.length === 0 && <p role="status">Loading connections …</p>}
      <div className={styles.areas}>
        {areas
          .map(([area, title]) => [title, connections.filter((one) => one.area === area)] as const)
          .filter(([, own]) => own.length > 0)
          .map(([title, own]) => (
            <Panel key={title} title={title}>
              {title === MAIL && <TestMail />}
              <Lines>
                {own.map((connection) => (
                  <ConnectionLine key={`${connection.service} ${connection.id}`} connection={connection} />
                ))}
              </Lines>
            </Panel>
          ))}
      </div>
    </>
  );
}
