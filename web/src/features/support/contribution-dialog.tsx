import { formatMoney } from '@satrangi/contracts/pure';
import { Dialog, ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback } from 'react';
import { identityQueries } from '../../lib/identity-queries.ts';
import { paymentsQueries } from '../../lib/payments/payments-queries.ts';
import { useSession } from '../../lib/session.ts';
import { useCountry } from '../../lib/visitor-country.ts';
import { ContributionForm } from './contribution-form.tsx';
import styles from './support.module.css';
import { Thanks } from './thanks.tsx';
import { type ContributionWay, useContribution } from './use-contribution.ts';

const CardDialog = lazy(async () => ({
  default: (await import('../../lib/payments/card-dialog.tsx')).CardDialog,
}));

function Filled({ way, amount }: { way: ContributionWay; amount: string | undefined }) {
  const session = useSession();
  const country = useCountry();
  const profile = useQuery({ ...identityQueries.profile(), enabled: session !== null });
  const options = useQuery({ ...paymentsQueries.options(country ?? ''), enabled: country !== undefined });
  if (options.isError) return <ErrorNote onRetry={options.refetch}>Payment initiation failed.</ErrorNote>;
  if (!options.data || country === undefined || profile.isLoading)
    return (
      <div className={styles.form} role="status" aria-label="One moment">
        <Skeleton height="3rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
      </div>
    );
  return (
    <ContributionForm
      way={way}
      country={country}
      options={options.data}
      profile={profile.data}
      amount={amount}
    />
  );
}

/**
 * A contribution from the amount to the thanks. `onClose` hears whether something was given; `amount` is what was
 * chosen before, in the currency of the visitor.
 */
export function ContributionDialog({
  onClose,
  amount,
}: {
  onClose: (isGiven: boolean) => void;
  amount?: string | undefined;
}) {
  const way = useContribution();
  const { stage, wish } = way;
  const done = useCallback(() => onClose(true), [onClose]);
  if (stage.at === 'outside') return null;
  if (stage.at === 'card' && wish)
    return (
      <Suspense>
        <CardDialog
          payment={stage.payment}
          options={wish.options}
          payer={wish.typed.name}
          onPaid={(paymentIntentId) => void way.cardPaid(paymentIntentId)}
          onClose={way.cardClosed}
          onBroken={way.broken}
        >
          <p className={styles.line}>
            <span>Contribution</span>
            <b className="num">{formatMoney(stage.payment.amount)}</b>
          </p>
        </CardDialog>
      </Suspense>
    );
  const isThanks = stage.at === 'thanks';
  return (
    <Dialog
      open
      onClose={() => onClose(isThanks)}
      title={isThanks ? 'Thank you' : 'Contribute'}
      hideTitle={isThanks}
    >
      {isThanks ? <Thanks onDone={done} /> : <Filled way={way} amount={amount} />}
      {(stage.at === 'starting' || stage.at === 'settling') && (
        <p className="vh" role="status">
          Processing...
        </p>
      )}
    </Dialog>
  );
}
