import type { Profile } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { Button, Failure, Field, useForm } from '@satrangi/kit';
import { countryName } from '../../lib/country.ts';
import type { PaymentOptions } from '../../lib/payments/payments-queries.ts';
import { StatementNote } from '../../lib/payments/statement-note.tsx';
import { HOME_COUNTRY } from '../../lib/visitor-country.ts';
import { AmountChoice } from './amount-choice.tsx';
import { amounts, FIELDS_MISSING, parseMoney, symbols, validate } from './contribution.ts';
import styles from './support.module.css';
import type { ContributionFlow } from './use-contribution.ts';

/** The contributor's details and the amount, prefilled from the account. */
export function ContributionForm({
  contribution,
  country,
  options,
  profile,
  amount,
}: {
  contribution: ContributionFlow;
  country: string;
  options: PaymentOptions;
  profile: Profile | undefined;
  /** The amount chosen before the form was opened. */
  amount: string | undefined;
}) {
  const { state, isForRun, contribute } = contribution;
  const { currency } = options;
  const { form, field, errors, values, set } = useForm({
    initial: contribution.attempt?.typed ?? {
      amount: amount ?? amounts[currency].first,
      name: profile?.name ?? '',
      email: profile?.email ?? '',
      contact: profile?.phone ?? '',
    },
    check: (typed) => validate(typed, currency),
    submit: (typed) => contribute({ typed, country, options }),
    failureOf: () => '',
  });
  const busy = state.step !== 'form';
  const isMissing = Object.values(errors).includes(FIELDS_MISSING);
  const message = isMissing ? FIELDS_MISSING : state.step === 'form' ? state.message : undefined;
  const money = parseMoney(values.amount, currency);
  /** The message about missing fields is shown once, above the button; the fields are only marked invalid. */
  const withoutMessage = ({ error, ...rest }: ReturnType<typeof field>) => ({
    ...rest,
    ...(error === FIELDS_MISSING ? { 'aria-invalid': true } : { error }),
  });
  return (
    <form className={styles.form} aria-label="Contribution" {...form}>
      <AmountChoice
        currency={currency}
        chosen={values.amount}
        onChoose={(chosen) => set({ amount: chosen })}
      />
      <Field
        label={`Amount in ${currency === 'INR' ? 'rupees' : 'dollars'} (${symbols[currency]})`}
        type="number"
        inputMode="decimal"
        min={1}
        step="any"
        required
        {...withoutMessage(field('amount'))}
      />
      <Field label="Name on the receipt" autoComplete="name" required {...withoutMessage(field('name'))} />
      <Field label="Email" type="email" autoComplete="email" required {...withoutMessage(field('email'))} />
      <Field label="Phone (optional)" type="tel" autoComplete="tel" {...field('contact')} />
      <Field
        label="Country"
        hint={
          country === HOME_COUNTRY
            ? 'Detected from your connection. Pay by UPI, card, net banking or wallet.'
            : 'Detected from your connection. Pay by card, in dollars.'
        }
        value={countryName(country)}
        readOnly
      />
      <Failure>{message}</Failure>
      <Button tone="primary" size="l" wide type="submit" aria-disabled={busy}>
        {busy ? 'Processing...' : `Contribute${money ? ` ${formatMoney(money).replace(/\.00$/, '')}` : ''}`}
      </Button>
      <StatementNote name={options.statementName} subject={options.thanksSubject ?? options.mailSubject}>
        {isForRun ? ' Your name is not shown. You can change that afterwards.' : ' We never show your name.'}
      </StatementNote>
    </form>
  );
}
