import { ApiError } from '@satrangi/contracts/pure';
import { Button, Failure, useForm } from '@satrangi/kit';
import { useEffect } from 'react';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import type { PaymentOptions } from '../../lib/payments/payments-queries.ts';
import { StatementNote } from '../../lib/payments/statement-note.tsx';
import type { RunEvent } from '../../lib/run-queries.ts';
import { rupees } from '../../lib/rupees.ts';
import { useStore } from '../../lib/use-store.ts';
import { usePrefill } from './prefill.ts';
import styles from './registration.module.css';
import type { Registration } from './registration.ts';
import {
  ActivityChoice,
  Check,
  DistanceField,
  EmailField,
  FeeField,
  type RegistrationForm as Form,
  GoalField,
  InfoField,
  NameFields,
  OptionalPersonFields,
} from './registration-fields.tsx';
import { flowTexts, type RegistrationFlow } from './registration-flow.ts';
import { type RegistrationValues, validateRegistration } from './registration-values.ts';

export type FormProps = {
  readonly registration: Registration;
  readonly flow: RegistrationFlow;
  readonly event: RunEvent;
  readonly country: string;
  readonly options: PaymentOptions;
  readonly initial: RegistrationValues;
  readonly size: 'full' | 'compact';
  /** Opens the full form; for the compact one. */
  readonly onMore?: (() => void) | undefined;
};

/** Refusals have a sentence; everything else is a failed registration. */
const failureOf = (error: unknown): string =>
  error instanceof ApiError && error.status < 500 && error.code !== 'too-many-requests'
    ? error.message
    : flowTexts.notSaved;

function Kept({ values }: { values: RegistrationValues }) {
  const { isSaved, isStored, clear } = usePrefill(values);
  return (
    <p className={styles.kept}>
      <span role="status">{isSaved && 'Saved'}</span>
      {isStored && (
        <button type="button" onClick={clear}>
          Forget my details on this device
        </button>
      )}
    </p>
  );
}

function Consents({ form, all }: { form: Form; all: boolean }) {
  return (
    <div className={styles.checks}>
      {all && (
        <>
          {form.values.pronouns !== '' && (
            <Check form={form} name="showPronouns" hint="Off: only we see them.">
              Show my pronouns on my page
            </Check>
          )}
          <Check
            form={form}
            name="isListed"
            hint="On: our run page lists it, and search engines can find it. Off: only people with the link find it."
          >
            List my page
          </Check>
          <Check form={form} name="nameInAddress" hint="Off: the address says nothing about you.">
            My name in the address
          </Check>
          <Check form={form} name="consentMarketing">
            Write to me about the archive, now and then
          </Check>
        </>
      )}
      <Check form={form} name="consentData">
        Keep these details to run the event. <Link to={paths.privacy}>Privacy</Link>
      </Check>
    </div>
  );
}

/** The fields of a size. */
function Fields({ form, event, size }: { form: Form; event: RunEvent; size: FormProps['size'] }) {
  if (size === 'compact')
    return (
      <>
        <div className={styles.pair}>
          <NameFields form={form} />
        </div>
        <EmailField form={form} />
        <ActivityChoice form={form} event={event} />
        <DistanceField form={form} />
        <FeeField form={form} event={event} />
      </>
    );
  return (
    <>
      <div className={styles.pair}>
        <NameFields form={form} />
      </div>
      <EmailField form={form} />
      <div className={styles.pair}>
        <OptionalPersonFields form={form} event={event} />
      </div>
      <ActivityChoice form={form} event={event} />
      <div className={styles.pair}>
        <DistanceField form={form} />
        <GoalField form={form} />
      </div>
      <FeeField form={form} event={event} />
      <InfoField form={form} />
    </>
  );
}

/** The form of a registration, up to the card. */
export function RegistrationForm({
  registration,
  flow,
  event,
  country,
  options,
  initial,
  size,
  onMore,
}: FormProps) {
  const state = useStore(registration.state);
  const form = useForm({
    initial,
    check: (values) => validateRegistration(values, event),
    submit: (values) => flow.start(values, event, { country, options }),
    failureOf,
  });
  const { values } = form;
  useEffect(() => registration.values.set(values), [registration, values]);
  const isBusy = state.step !== 'form';
  const fee = Number(values.amountPaid);
  return (
    <form className={styles.form} data-size={size} aria-label="Registration" {...form.form}>
      <Kept values={values} />
      <Fields form={form} event={event} size={size} />
      {onMore && (
        <button type="button" className={styles.more} onClick={onMore}>
          Pronouns, T-shirt, goal and more
        </button>
      )}
      <Consents form={form} all={size === 'full'} />
      <Failure>{state.step === 'form' ? (form.failure ?? state.message) : undefined}</Failure>
      <Button
        tone="primary"
        size="l"
        wide
        type="submit"
        disabled={values.consentData === ''}
        aria-disabled={isBusy}
      >
        {isBusy ? 'One moment…' : `Pay${fee > 0 ? ` ${rupees(fee)}` : ''} and register`}
      </Button>
      <StatementNote name={options.statementName} subject={options.mailSubject} />
    </form>
  );
}
