import type { Profile } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { Button, Failure, Field, useForm } from '@satrangi/kit';
import { placeName } from '../../lib/country.ts';
import type { PaymentOptions } from '../../lib/payments/payments-queries.ts';
import { StatementNote } from '../../lib/payments/statement-note.tsx';
import { HOME_COUNTRY } from '../../lib/visitor-country.ts';
import { AmountChoice } from './amount-choice.tsx';
import { amounts, FIELDS_MISSING, moneyOf, symbols, wrongIn } from './contribution.ts';
import styles from './support.module.css';
import type { ContributionWay } from './use-contribution.ts';

/** Who gives, and how much. Filled in with what the account knows, when there is one. */
export function ContributionForm({
  way,
  country,
  options,
  profile,
  amount,
}: {
  way: ContributionWay;
  country: string;
  options: PaymentOptions;
  profile: Profile | undefined;
  /** The amount chosen before the form was opened. */
  amount: string | undefined;
}) {
  const { stage, contribute } = way;
  const { currency } = options;
  const { form, field, wrong, values, set } = useForm({
    start: way.wish?.typed ?? {
      amount: amount ?? amounts[currency].first,
      name: profile?.name ?? '',
      email: profile?.email ?? '',
      contact: profile?.phone ?? '',
    },
    check: (typed) => wrongIn(typed, currency),
    submit: (typed) => contribute({ typed, country, options }),
    failureOf: () => '',
  });
  const busy = stage.at !== 'form';
  const isMissing = Object.values(wrong).includes(FIELDS_MISSING);
  const message = isMissing ? FIELDS_MISSING : stage.at === 'form' ? stage.message : undefined;
  const money = moneyOf(values.amount, currency);
  /** The sentence about all fields stands once, above the button; the fields are only marked. */
  const quiet = ({ error, ...rest }: ReturnType<typeof field>) => ({
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
        {...quiet(field('amount'))}
      />
      <Field label="Name on the receipt" autoComplete="name" required {...quiet(field('name'))} />
      <Field label="Email" type="email" autoComplete="email" required {...quiet(field('email'))} />
      <Field label="Phone (optional)" type="tel" autoComplete="tel" {...field('contact')} />
      <Field
        label="Country"
        hint={
          country === HOME_COUNTRY
            ? 'Detected from your connection. Pay by UPI, card, net banking or wallet.'
            : 'Detected from your connection. Pay by card, in dollars.'
        }
        value={placeName(country)}
        readOnly
      />
      <Failure>{message}</Failure>
      <Button tone="primary" size="l" wide type="submit" aria-disabled={busy}>
        {busy ? 'Processing...' : `Contribute${money ? ` ${formatMoney(money).replace(/\.00$/, '')}` : ''}`}
      </Button>
      <StatementNote name={options.statementName} subject={options.thanksSubject ?? options.mailSubject}>
        {' We never show your name.'}
      </StatementNote>
    </form>
  );
}
