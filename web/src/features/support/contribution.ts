import {
  CONTRIBUTION_LEAST_MINOR,
  type Currency,
  fromMajor,
  isEmail,
  type Money,
} from '@satrangi/contracts/pure';
import { paths } from '../../lib/paths.ts';
import type { PaymentOptions } from '../../lib/payments/payments-queries.ts';

export type Contribution = Readonly<Record<'name' | 'email' | 'contact' | 'amount', string>>;

/** Preset amounts in rupees and dollars; the middle one is the default (checklist PAY-30). */
export const amounts = {
  INR: { first: '500', all: ['250', '500', '1000'] },
  USD: { first: '6', all: ['3', '6', '12'] },
} as const satisfies Record<Currency, { readonly first: string; readonly all: readonly string[] }>;

export const symbols = { INR: '₹', USD: '$' } as const satisfies Record<Currency, string>;

export const FIELDS_MISSING = 'Please fill all fields';

/** Parses an amount into money (minor units, rounded); null when it is not a number. */
export const parseMoney = (typed: string, currency: Currency): Money | null => {
  const amount = Number(typed.trim());
  return typed.trim() !== '' && Number.isFinite(amount) && amount >= 0 ? fromMajor(amount, currency) : null;
};

export const validate = ({ name, email, amount }: Contribution, currency: Currency) => {
  const missing = (text: string): string | undefined => (text.trim() === '' ? FIELDS_MISSING : undefined);
  const money = parseMoney(amount, currency);
  return {
    amount:
      missing(amount) ??
      (money && money.minor >= CONTRIBUTION_LEAST_MINOR ? undefined : 'Amount must be at least 1'),
    name: missing(name),
    email: missing(email) ?? (isEmail(email.trim()) ? undefined : 'Valid email required'),
  };
};

/** The request for a contribution (storefront §3). */
export const contributionBody = (
  { name, email, contact, amount }: Contribution,
  country: string,
  { provider, currency }: Pick<PaymentOptions, 'provider' | 'currency'>,
) => ({
  amount: parseMoney(amount, currency)?.minor,
  name: name.trim(),
  email: email.trim(),
  ...(contact.trim() ? { contact: contact.trim() } : {}),
  currency,
  country,
  provider,
  isContribution: true,
  returnUrl: `${location.origin}${paths.paymentSuccess}`,
});

export type ContributionBody = ReturnType<typeof contributionBody>;
