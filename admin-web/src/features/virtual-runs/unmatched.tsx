import { Button } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useOpened } from '../../lib/address.ts';
import { grouped, rupees } from '../../lib/format.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { Lines, Panel } from '../../lib/panel.tsx';
import { newKey, unmatchedQuery } from './run-queries.ts';
import styles from './virtual-runs.module.css';

const HOUR = 60;
const DAY = 1_440;
const ageText = (minutes: number): string =>
  minutes < HOUR
    ? `${minutes} min`
    : minutes < DAY
      ? `${Math.floor(minutes / HOUR)} h`
      : `${grouped(Math.floor(minutes / DAY))} days`;

/** Money without a runner, and the way to give it one (checklist RUN-29). */
export function Unmatched() {
  const { open } = useOpened();
  const query = useQuery(unmatchedQuery);
  return (
    <Panel title="Payments without a runner">
      <Loaded query={query} loading="Loading payments" error="Failed to load payments without a runner">
        {(payments) =>
          payments.length === 0 ? (
            <p className="muted">Every payment has its runner.</p>
          ) : (
            <Lines>
              {payments.map(({ kind, paymentId, orderId, amount, ageMinutes, hasDraft }) => (
                <li key={orderId}>
                  <span>
                    {kind === 'fee' ? 'Fee' : 'Gift to an unknown page'} {rupees(amount)},{' '}
                    {ageText(ageMinutes)} old
                    {hasDraft && ', with a form'}
                    <span className={styles.reference}>{paymentId ?? orderId}</span>
                  </span>
                  {kind === 'fee' && paymentId && (
                    <Button size="s" onClick={() => open(newKey(paymentId))}>
                      Register a runner
                    </Button>
                  )}
                </li>
              ))}
            </Lines>
          )
        }
      </Loaded>
    </Panel>
  );
}
