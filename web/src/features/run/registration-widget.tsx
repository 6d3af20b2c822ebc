import { ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { identityQueries } from '../../lib/identity-queries.ts';
import { paymentsQueries } from '../../lib/payments/payments-queries.ts';
import type { RunEvent } from '../../lib/run-queries.ts';
import { rupees } from '../../lib/rupees.ts';
import { useSession } from '../../lib/session.ts';
import { useStore } from '../../lib/use-store.ts';
import { HOME_COUNTRY, useCountry } from '../../lib/visitor-country.ts';
import { readPrefill } from './prefill.ts';
import styles from './registration.module.css';
import type { Registration } from './registration.ts';
import { Registered, Unsaved } from './registration-done.tsx';
import { flowOf, flowTexts, type RegistrationFlow } from './registration-flow.ts';
import { RegistrationForm } from './registration-form.tsx';
import { emptyRegistration, type RegistrationValues } from './registration-values.ts';

const CardDialog = lazy(async () => ({
  default: (await import('../../lib/payments/card-dialog.tsx')).CardDialog,
}));

type Props = {
  readonly registration: Registration;
  readonly event: RunEvent;
  readonly size: 'full' | 'compact';
  readonly onMore?: (() => void) | undefined;
};

/** The fields of an account that the form asks for too. */
const useAccount = (event: RunEvent): Partial<RegistrationValues> | undefined => {
  const session = useSession();
  const profile = useQuery({ ...identityQueries.profile(), enabled: session !== null });
  if (profile.isLoading) return undefined;
  const { name, email, phone, pronouns } = profile.data ?? {};
  const listed = event.pronouns.find((each) => each.toLowerCase() === pronouns?.toLowerCase());
  return { name: name ?? '', email: email ?? '', phone: phone ?? '', pronouns: listed ?? '' };
};

function Form({ flow, ...props }: Props & { flow: RegistrationFlow }) {
  const country = useCountry();
  const account = useAccount(props.event);
  const options = useQuery({ ...paymentsQueries.options(country ?? ''), enabled: country !== undefined });
  if (options.isLoadingError) return <ErrorNote onRetry={options.refetch}>{flowTexts.notStarted}</ErrorNote>;
  if (!options.data || !account)
    return (
      <div className={styles.form} role="status" aria-label="One moment">
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="3.25rem" />
      </div>
    );
  const initial = props.registration.values.get() ?? { ...emptyRegistration, ...account, ...readPrefill() };
  return (
    <RegistrationForm
      {...props}
      flow={flow}
      country={country ?? HOME_COUNTRY}
      options={options.data}
      initial={initial}
    />
  );
}

/** The card of a registration, over the page. */
export function CardStep({ registration }: Pick<Props, 'registration'>) {
  const state = useStore(registration.state);
  const flow = flowOf(registration);
  if (state.step !== 'card') return null;
  const { attempt } = state;
  return (
    <Suspense>
      <CardDialog
        payment={attempt.payment}
        options={attempt.options}
        payer={attempt.values.name}
        onPaid={(paymentId) => void flow.cardPaid(attempt, paymentId)}
        onClose={flow.cardClosed}
        onLoadFailed={flow.cardFailed}
      >
        <p className={styles.line}>
          <span>Registration</span>
          <b className="num">{rupees(Number(attempt.values.amountPaid))}</b>
        </p>
      </CardDialog>
    </Suspense>
  );
}

const progressTexts = {
  starting: 'Processing...',
  settling: 'Checking your payment…',
  saving: 'Saving your registration…',
} as const;

/** A registration from the form to the runner's page. `full` has all fields, `compact` those that are required. */
export function RegistrationWidget(props: Props) {
  const { registration, event } = props;
  const flow = flowOf(registration);
  const state = useStore(registration.state);
  if (state.step === 'done') return <Registered state={state} flow={flow} event={event} />;
  if (state.step === 'unsaved')
    return <Unsaved onRetry={() => void flow.retry(state.attempt, state.paymentId)} />;
  const progress = state.step in progressTexts ? progressTexts[state.step as keyof typeof progressTexts] : '';
  const isPaying = state.step === 'settling' || state.step === 'saving';
  return (
    <>
      <p className={isPaying ? styles.settling : 'vh'} role="status">
        {progress}
      </p>
      {isPaying ? (
        <p className={styles.safe}>You can close this page. We finish it and write to you.</p>
      ) : (
        <Form {...props} flow={flow} />
      )}
    </>
  );
}
