import type { MediaItem, Profile } from '@satrangi/contracts';
import { formatMoney, isEmail } from '@satrangi/contracts/pure';
import { Button, Checkbox, ErrorNote, Failure, Field, Skeleton, useForm } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { countryName } from '../../lib/country.ts';
import { identityQueries } from '../../lib/identity-queries.ts';
import { type PaymentOptions, paymentsQueries } from '../../lib/payments/payments-queries.ts';
import { StatementNote } from '../../lib/payments/statement-note.tsx';
import { useSession } from '../../lib/session.ts';
import { addressCountry, chooseCountry, countryQuery, HOME_COUNTRY } from '../../lib/visitor-country.ts';
import styles from './checkout-form.module.css';
import { BUYER_MISSING, displayedAmount } from './purchase.ts';
import type { Checkout } from './use-checkout.ts';

const ONLY_PROVIDER = 'Used only by the payment provider. You can leave it empty.';
const RECEIPT_TO_PHONE =
  'Used by the payment provider, and for a short WhatsApp receipt that names no titles. You can leave it empty.';

/** Country for a buyer abroad whose country is unknown. */
const ABROAD = 'US';

const GIFT_MAIL =
  'We send them a code in a mail that names neither the title nor you, and then forget the address. Leave it empty to pass the code on yourself.';

type FormProps = {
  readonly item: MediaItem;
  readonly checkout: Checkout;
  readonly isGift?: boolean;
  readonly verb: string;
};

type Payer = {
  readonly country: string;
  readonly options: PaymentOptions;
  readonly onCountry: (country: string) => void;
  /** The country to pay from when it is not India. */
  readonly abroad: string;
};

function CountryLine({ country, onCountry, abroad }: Payer) {
  const isIndia = country === HOME_COUNTRY;
  return (
    <p className={styles.country}>
      <span>
        {isIndia
          ? 'Paying in India: UPI, card, net banking or wallet'
          : `Paying from ${country === ABROAD && abroad === ABROAD ? 'outside India' : countryName(country)}: card, in dollars`}
      </span>
      <button type="button" onClick={() => onCountry(isIndia ? abroad : HOME_COUNTRY)}>
        {isIndia ? 'Change: I pay from abroad' : 'Change: I pay in India'}
      </button>
    </p>
  );
}

function Fields({
  item,
  profile,
  canStoreCard,
  checkout,
  isGift,
  verb,
  ...payer
}: Payer & FormProps & { profile: Profile | undefined; canStoreCard: boolean }) {
  const { state, pay } = checkout;
  const { country, options } = payer;
  const [storesCard, setStoresCard] = useState(checkout.attempt?.storesCard === true);
  const { form, field, errors } = useForm({
    initial: checkout.attempt?.buyer ?? {
      name: profile?.name ?? '',
      email: profile?.email ?? '',
      contact: profile?.phone ?? '',
      giftEmail: '',
    },
    check: ({ name, email, giftEmail = '' }) => ({
      name: name.trim() === '' ? BUYER_MISSING : undefined,
      email: email.trim() === '' ? BUYER_MISSING : isEmail(email.trim()) ? undefined : 'Valid email required',
      giftEmail: giftEmail.trim() === '' || isEmail(giftEmail.trim()) ? undefined : 'Valid email required',
    }),
    submit: (buyer) => pay({ buyer, country, options, storesCard: canStoreCard && storesCard }),
    failureOf: () => '',
  });
  const amount = displayedAmount(item, options.currency);
  const busy = state.step !== 'details';
  const isMissing = [errors.name, errors.email].includes(BUYER_MISSING);
  const message = isMissing ? BUYER_MISSING : state.step === 'details' ? state.message : undefined;
  /** The message about both fields is shown once, above the button; the fields are only marked invalid. */
  const withoutMessage = ({ error, ...rest }: ReturnType<typeof field>) => ({
    ...rest,
    ...(error === BUYER_MISSING ? { 'aria-invalid': true } : { error }),
  });
  return (
    <form className={styles.form} aria-label="Your details" {...form}>
      {isGift && (
        <Field
          label="Their email (optional)"
          hint={GIFT_MAIL}
          type="email"
          autoComplete="off"
          {...field('giftEmail')}
        />
      )}
      <Field label="Name on the receipt" autoComplete="name" required {...withoutMessage(field('name'))} />
      <Field
        label={isGift ? 'Your email' : 'Email'}
        type="email"
        autoComplete="email"
        required
        {...withoutMessage(field('email'))}
      />
      <Field
        label="Phone (optional)"
        hint={options.phoneReceipt ? RECEIPT_TO_PHONE : ONLY_PROVIDER}
        type="tel"
        autoComplete="tel"
        {...field('contact')}
      />
      <CountryLine {...payer} />
      {canStoreCard && (
        <Checkbox
          label="Keep this card for next time"
          hint="The payment provider keeps it. A title that you pay for in dollars then takes one press. You can remove it on your profile."
          checked={storesCard}
          onChange={({ target }) => setStoresCard(target.checked)}
        />
      )}
      <Failure>{message}</Failure>
      <Button tone="primary" size="l" wide type="submit" aria-disabled={busy || !amount} disabled={!amount}>
        {busy ? 'One moment…' : amount ? `${verb} ${formatMoney(amount)}` : 'Price not available'}
      </Button>
      <StatementNote name={options.statementName} subject={options.mailSubject} />
    </form>
  );
}

/** The buyer's details, prefilled from the account. */
export function CheckoutForm({ item, checkout, isGift = false, verb }: FormProps) {
  const isLoggedIn = useSession() !== null;
  const profile = useQuery({ ...identityQueries.profile(), enabled: isLoggedIn });
  const detected = useQuery(countryQuery());
  const client = useQueryClient();
  // When the lookup fails, the country of the account is used, also for the prices of the page behind.
  const fallback = detected.isLoadingError ? profile.data?.country : undefined;
  useEffect(() => {
    if (fallback) chooseCountry(client, fallback);
  }, [client, fallback]);
  const country = detected.data ?? fallback ?? HOME_COUNTRY;
  const options = useQuery({
    ...paymentsQueries.options(country),
    enabled: !detected.isPending && !(detected.isLoadingError && isLoggedIn && profile.isPending),
  });
  // The form stays mounted when the session ends: it loses the account's data, not what was typed.
  const lastOptions = useRef<PaymentOptions>(undefined);
  if (options.data && !(profile.isPending && isLoggedIn)) lastOptions.current = options.data;
  if (options.isLoadingError)
    return <ErrorNote onRetry={options.refetch}>Payment initiation failed.</ErrorNote>;
  const current = options.data ?? lastOptions.current;
  if (!lastOptions.current || !current)
    return (
      <div className={styles.form} role="status" aria-label="One moment">
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="3.25rem" />
      </div>
    );
  const address = addressCountry(client) ?? HOME_COUNTRY;
  const abroad = address === HOME_COUNTRY ? ABROAD : address;
  return (
    <Fields
      item={item}
      profile={profile.data}
      canStoreCard={isLoggedIn && current.provider === 'stripe'}
      checkout={checkout}
      isGift={isGift}
      verb={verb}
      country={country}
      options={current}
      onCountry={(chosen) => chooseCountry(client, chosen)}
      abroad={abroad}
    />
  );
}
