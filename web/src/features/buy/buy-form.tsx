import type { MediaItem, Profile } from '@satrangi/contracts';
import { formatMoney, isEmail } from '@satrangi/contracts/pure';
import { Button, ErrorNote, Failure, Field, priceText, Skeleton, useForm } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { placeName } from '../../lib/country.ts';
import { identityQueries } from '../../lib/identity-queries.ts';
import { type PaymentOptions, paymentsQueries } from '../../lib/payments/payments-queries.ts';
import { StatementNote } from '../../lib/payments/statement-note.tsx';
import { countryQuery, HOME_COUNTRY } from '../../lib/visitor-country.ts';
import styles from './buy-form.module.css';
import { amountOf, BUYER_MISSING } from './purchase.ts';
import type { Checkout } from './use-checkout.ts';

const ONLY_PROVIDER = 'Only the payment provider sees it; they ask for one.';
const RECEIPT_TO_PHONE =
  'The payment provider asks for one. It also gets a short receipt by WhatsApp, without titles. Leave it empty for none.';

/** For somebody abroad of whom we know no more than that. */
const ABROAD = 'US';

type Payer = {
  readonly country: string;
  readonly options: PaymentOptions;
  readonly onCountry: (country: string) => void;
  /** The country of the address, when it is not India. */
  readonly abroad: string;
};

function CountryLine({ item, country, options, onCountry, abroad }: Payer & { item: MediaItem }) {
  const isHome = country === HOME_COUNTRY;
  return (
    <p className={styles.country}>
      <span>
        {isHome
          ? 'Paying in India: UPI, card, net banking or wallet'
          : `Paying from ${country === ABROAD && abroad === ABROAD ? 'outside India' : placeName(country)}: card, in dollars`}
        {options.currency === 'USD' && item.priceINR !== null && (
          <span className="muted"> ({priceText(item)} in India)</span>
        )}
      </span>
      <button type="button" onClick={() => onCountry(isHome ? abroad : HOME_COUNTRY)}>
        {isHome ? 'Change: I pay from abroad' : 'Change: I pay in India'}
      </button>
    </p>
  );
}

function Fields({
  item,
  profile,
  checkout,
  verb,
  ...payer
}: Payer & { item: MediaItem; profile: Profile | undefined; checkout: Checkout; verb: string }) {
  const { stage, pay } = checkout;
  const { country, options } = payer;
  const { form, field, wrong } = useForm({
    start: checkout.wish?.buyer ?? {
      name: profile?.name ?? '',
      email: profile?.email ?? '',
      contact: profile?.phone ?? '',
    },
    check: ({ name, email }) => ({
      name: name.trim() === '' ? BUYER_MISSING : undefined,
      email: email.trim() === '' ? BUYER_MISSING : isEmail(email.trim()) ? undefined : 'Valid email required',
    }),
    submit: (buyer) => pay({ buyer, country, options }),
    failureOf: () => '',
  });
  const amount = amountOf(item, options.currency);
  const busy = stage.at !== 'details';
  const isMissing = [wrong.name, wrong.email].includes(BUYER_MISSING);
  const message = isMissing ? BUYER_MISSING : stage.at === 'details' ? stage.message : undefined;
  /** The sentence about both fields stands once, above the button; the fields are only marked. */
  const quiet = ({ error, ...rest }: ReturnType<typeof field>) => ({
    ...rest,
    ...(error === BUYER_MISSING ? { 'aria-invalid': true } : { error }),
  });
  return (
    <form className={styles.form} aria-label="Your details" {...form}>
      <Field label="Name on the receipt" autoComplete="name" required {...quiet(field('name'))} />
      <Field label="Email" type="email" autoComplete="email" required {...quiet(field('email'))} />
      <Field
        label="Phone (optional)"
        hint={options.phoneReceipt ? RECEIPT_TO_PHONE : ONLY_PROVIDER}
        type="tel"
        autoComplete="tel"
        {...field('contact')}
      />
      <CountryLine item={item} {...payer} />
      <Failure>{message}</Failure>
      <Button tone="primary" size="l" wide type="submit" aria-disabled={busy || !amount} disabled={!amount}>
        {busy ? 'One moment…' : amount ? `${verb} ${formatMoney(amount)}` : 'Price not available'}
      </Button>
      <StatementNote name={options.statementName} subject={options.mailSubject} />
    </form>
  );
}

/** Who pays and from where; filled in with what the account knows already. */
export function BuyForm({ item, checkout, verb }: { item: MediaItem; checkout: Checkout; verb: string }) {
  const profile = useQuery(identityQueries.profile());
  const detected = useQuery(countryQuery());
  const [chosen, setChosen] = useState(checkout.wish?.country);
  const country = chosen ?? detected.data ?? profile.data?.country ?? HOME_COUNTRY;
  const options = useQuery({
    ...paymentsQueries.options(country),
    enabled: chosen !== undefined || !detected.isPending,
  });
  if (options.isError) return <ErrorNote onRetry={options.refetch}>Payment initiation failed.</ErrorNote>;
  if (profile.isPending || !options.data)
    return (
      <div className={styles.form} role="status" aria-label="One moment">
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="3.25rem" />
      </div>
    );
  const abroad = detected.data && detected.data !== HOME_COUNTRY ? detected.data : ABROAD;
  return (
    <Fields
      item={item}
      profile={profile.data}
      checkout={checkout}
      verb={verb}
      country={country}
      options={options.data}
      onCountry={setChosen}
      abroad={abroad}
    />
  );
}
