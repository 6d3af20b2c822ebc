import { Button, checkCircleIcon, Icon } from '@satrangi/kit';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { api } from '../../lib/api.ts';
import { connectionsQuery } from '../../lib/connections.ts';
import { hideGuide, useGuideHidden } from '../../lib/guide-hidden.ts';
import { invitationsQuery } from '../../lib/invitations.ts';
import { Panel } from '../../lib/panel.tsx';
import { serviceNames } from '../../lib/service-names.ts';
import { firstSteps, type Step } from './first-steps.ts';
import styles from './guide.module.css';

const totals = [
  {
    queryKey: ['media', 'count', 'all'],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.catalog.listEditorMedia({ query: { limit: 1 } }, { signal })).total,
  },
  {
    queryKey: ['media', 'count', 'for sale'],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.catalog.listEditorMedia({ query: { limit: 1, forSale: 'true' } }, { signal })).total,
  },
  {
    queryKey: ['identity', 'admins', 'count'],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.identity.listUsers({ query: { role: 'ADMIN', limit: 1, mask: 'true' } }, { signal })).total,
  },
  {
    queryKey: ['analytics', 'audit', 'test mails'],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (
        await api['analytics-usage'].listAudit({ query: { call: 'identity.sendTestMail' } }, { signal })
      ).items.filter(({ outcome }) => outcome === 'done').length,
  },
];

const useSteps = (): { readonly steps: readonly Step[]; readonly isLoading: boolean } => {
  const [titles, priced, admins, testMails] = useQueries({ queries: totals });
  const invitations = useQuery(invitationsQuery);
  const answers = useQueries({ queries: serviceNames.map(connectionsQuery) });
  const steps = firstSteps({
    titles: titles?.data,
    priced: priced?.data,
    admins: admins?.data,
    testMails: testMails?.data,
    invited: invitations.data?.filter(({ isExpired }) => !isExpired).length,
    connections: answers.flatMap(({ data }) => data ?? []),
  });
  const all = [titles, priced, admins, testMails, invitations, ...answers];
  return { steps, isLoading: all.some((query) => query?.isPending) };
};

function Steps({ steps }: { steps: readonly Step[] }) {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <ol className={styles.steps}>
      {steps.map(({ name, why, to, isDone }) => (
        <li key={name} aria-current={name === next?.name ? 'step' : undefined}>
          {isDone ? (
            <span className={styles.done}>
              <Icon shape={checkCircleIcon} size="s" /> {name} <span className="vh">is done</span>
            </span>
          ) : (
            <>
              <Link to={to}>{name}</Link> <span className="muted">{why}</span>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function OpenGuide() {
  const { steps, isLoading } = useSteps();
  const done = steps.filter(({ isDone }) => isDone).length;
  if (isLoading || done === steps.length) return null;
  return (
    <div className={styles.guide}>
      <Panel
        title="First steps"
        side={
          <Button size="s" onClick={() => hideGuide(true)}>
            Hide
          </Button>
        }
      >
        <p className="muted">
          {done} of {steps.length} done. The list disappears when all are done.
        </p>
        <Steps steps={steps} />
      </Panel>
    </div>
  );
}

/** Tells the admin of a new house the next step, until all are done or it is hidden. */
export function Guide() {
  const isHidden = useGuideHidden();
  return isHidden ? null : <OpenGuide />;
}

/** Opens a hidden guide again. */
export function ShowGuide() {
  const isHidden = useGuideHidden();
  if (!isHidden) return null;
  return (
    <Button size="s" onClick={() => hideGuide(false)}>
      Show the first steps
    </Button>
  );
}
