import type { UsageField } from '@satrangi/contracts';
import { ErrorNote } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { Explain } from '../../lib/explain.tsx';
import { grouped, rupees } from '../../lib/format.ts';
import { messageOf } from '../../lib/http.ts';
import { Columns, Panel } from '../../lib/panel.tsx';
import styles from './usage.module.css';
import { usageQuery } from './usage-queries.ts';

/** Name, value, and the field of the API that explains it. */
type UsageFact = readonly [name: string, value: string, field?: UsageField];

function Facts({ month, facts }: { month: string; facts: readonly UsageFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value, field]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
          {field && (
            <dd className={styles.explain}>
              <Explain number={{ field, month }} name={name} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** What is billed for one month, in the states of checklist ADM-36. */
export function UsageMonth({ month }: { month: string }) {
  const { data, error, isError, isFetching, refetch } = useQuery(usageQuery(month));
  const failure = isError && !isFetching && (
    <ErrorNote onRetry={() => void refetch()}>
      {`Error: ${messageOf(error) || 'Failed to fetch metrics'}`}
    </ErrorNote>
  );
  if (!data) return failure || <p role="status">Loading usage metrics...</p>;
  if (data.state === 'empty') return <p role="status">No metrics available.</p>;
  if (data.state === 'malformed')
    return (
      <ErrorNote onRetry={() => void refetch()}>
        Error: Usage metrics data is incomplete or malformed.
      </ErrorNote>
    );
  const { whatsapp, aiconcierge } = data.usage;
  return (
    <>
      {failure}
      <Columns>
        <Panel title="WhatsApp">
          <Facts
            month={month}
            facts={[
              ['Messages sent', grouped(whatsapp.sent), 'whatsappSent'],
              ['Messages received', grouped(whatsapp.received), 'whatsappReceived'],
            ]}
          />
        </Panel>
        <Panel title="AI Concierge">
          <Facts
            month={month}
            facts={[
              ['Messages to the concierge', grouped(aiconcierge.chatTo), 'chatTo'],
              ['Messages from the concierge', grouped(aiconcierge.chatFrom), 'chatFrom'],
              ['Minutes spoken', grouped(aiconcierge.minutesSpoken), 'minutesSpoken'],
              ['Rate per minute', rupees(aiconcierge.ratePerMinute)],
              ['Monthly cost', rupees(aiconcierge.cost), 'cost'],
            ]}
          />
        </Panel>
      </Columns>
    </>
  );
}
