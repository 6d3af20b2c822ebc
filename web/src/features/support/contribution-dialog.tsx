import type { OrderId } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { Dialog, ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import { identityQueries } from '../../lib/identity-queries.ts';
import { paymentsQueries } from '../../lib/payments/payments-queries.ts';
import { useSession } from '../../lib/session.ts';
import { useCountry } from '../../lib/visitor-country.ts';
import { ContributionForm } from './contribution-form.tsx';
import styles from './support.module.css';
import { Thanks } from './thanks.tsx';
import { type ContributionFlow, useContribution } from './use-contribution.ts';

const CardDialog = lazy(async () => ({
  default: (await import('../../lib/payments/card-dialog.tsx')).CardDialog,
}));

function PrefilledForm({
  contribution,
  amount,
}: {
  contribution: ContributionFlow;
  amount: string | undefined;
}) {
  const session = useSession();
  const country = useCountry();
  const profile = useQuery({ ...identityQueries.profile(), enabled: session !== null });
  const options = useQuery({ ...paymentsQueries.options(country ?? ''), enabled: country !== undefined });
  if (options.isLoadingError)
    return <ErrorNote onRetry={options.refetch}>Payment initiation failed.</ErrorNote>;
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
      contribution={contribution}
      country={country}
      options={options.data}
      profile={profile.data}
      amount={amount}
    />
  );
}

/**
 * A contribution from the amount to the thanks. `onClose` receives whether a contribution was made; `amount` is the preset
 * chosen before, in the visitor's currency.
 */
export function ContributionDialog({
  onClose,
  amount,
  runSlug,
  afterwards,
}: {
  onClose: (isGiven: boolean) => void;
  amount?: string | undefined;
  /** The run page that it is for. */
  runSlug?: string | undefined;
  /** Replaces the thanks that close by themselves. */
  afterwards?: (orderId: OrderId) => ReactNode;
}) {
  const contribution = useContribution(runSlug);
  const { state, attempt } = contribution;
  const done = useCallback(() => onClose(true), [onClose]);
  if (state.step === 'outside') return null;
  if (state.step === 'card' && attempt)
    return (
      <Suspense>
        <CardDialog
          payment={state.payment}
          options={attempt.options}
          payer={attempt.typed.name}
          onPaid={(paymentIntentId) => void contribution.cardPaid(paymentIntentId, state.payment.orderId)}
          onClose={contribution.cardClosed}
          onLoadFailed={contribution.failed}
        >
          <p className={styles.line}>
            <span>Contribution</span>
            <b className="num">{formatMoney(state.payment.amount)}</b>
          </p>
        </CardDialog>
      </Suspense>
    );
  const isThanks = state.step === 'thanks';
  const thanks = isThanks && (afterwards?.(state.orderId) ?? <Thanks onDone={done} />);
  return (
    <Dialog
      open
      onClose={() => onClose(isThanks)}
      title={isThanks ? 'Thank you' : 'Contribute'}
      hideTitle={isThanks}
    >
      {thanks || <PrefilledForm contribution={contribution} amount={amount} />}
      {(state.step === 'starting' || state.step === 'settling') && (
        <p className="vh" role="status">
          Processing...
        </p>
      )}
    </Dialog>
  );
}
