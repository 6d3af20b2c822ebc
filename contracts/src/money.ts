export type Currency = 'INR' | 'USD';

/** Always whole minor units: paise or cents. Never a float, never a bare number. */
export type Money = { readonly minor: number; readonly currency: Currency };

/** Rupees for one dollar (storefront §9), for services and pages. */
export const INR_PER_USD = 88;

/** Stripe's minimum charge in dollars; a lower USD price is refused before the call to the provider. */
export const LEAST_USD_CENTS = 50;

/** The least contribution: one rupee or one dollar (checklist PAY-13). */
export const CONTRIBUTION_LEAST_MINOR = 100;
/** The maximum of one payment at both providers. */
export const LARGEST_CHARGE_MINOR = 99_999_999;
/** The limits of a run fee, in paise (storefront §2). Each event narrows it further. */
export const RUN_FEE_MINOR = { least: 30_000, most: 500_000 } as const;
/** The period in which a buyer may request a refund of a digital item (refund policy). */
export const REFUND_REQUEST_DAYS = 3;

/** A price as an editor types it: rupees and dollars, either may be missing, 0 means free. */
export type Price = { readonly priceINR: number | null; readonly priceUSD: number | null };

/** Binary fractions are rounded at the fourth decimal first, so that 1.005 dollars are 101 cents. */
const roundFraction = (value: number): number => Number(value.toFixed(4));
const toCents = (dollars: number): number => Math.round(roundFraction(dollars * 100));

/**
 * Derives the missing currency of a price (storefront §9): INR = USD × 88 rounded to the rupee,
 * USD = INR ÷ 88 rounded to the cent. When both are missing, both stay null: not for sale.
 */
export const completePrice = ({ priceINR, priceUSD }: Price): Price => {
  if (priceINR === null && priceUSD !== null)
    return { priceINR: Math.round(roundFraction(priceUSD * INR_PER_USD)), priceUSD };
  if (priceINR !== null && priceUSD === null)
    return { priceINR, priceUSD: toCents(priceINR / INR_PER_USD) / 100 };
  return { priceINR, priceUSD };
};

/** An explicit 0 in either currency: open access, nothing to pay (checklist CAT-47). */
export const isFree = ({ priceINR, priceUSD }: Price): boolean => priceINR === 0 || priceUSD === 0;

/** False for free items and for items without a price, which are shown and not sold (storefront §5). */
export const isForSale = (price: Price): boolean =>
  !isFree(price) && (price.priceINR !== null || price.priceUSD !== null);

/**
 * The amount a buyer is charged (storefront §9): whole rupees for INR, dollars × 100 rounded for USD.
 * Null when the item has no price in either currency.
 */
export const chargeFor = (price: Price, currency: Currency): Money | null => {
  const { priceINR, priceUSD } = completePrice(price);
  if (priceINR === null || priceUSD === null) return null;
  return currency === 'INR'
    ? { minor: Math.round(priceINR) * 100, currency }
    : { minor: toCents(priceUSD), currency };
};

/** The sum of amounts of one currency. @throws TypeError when currencies differ or the list is empty. */
export const sumMoney = ([first, ...rest]: readonly Money[]): Money => {
  if (!first) throw new TypeError('nothing to add');
  return rest.reduce((sum, next) => {
    if (next.currency !== sum.currency) throw new TypeError('two currencies can not be added');
    return { minor: sum.minor + next.minor, currency: sum.currency };
  }, first);
};

/** The amount in paise for accounting: dollars at the fixed rate (checklist PAY-41). */
export const paiseOf = ({ minor, currency }: Money): number =>
  currency === 'INR' ? minor : Math.round(minor * INR_PER_USD);

/** The amount in major units, for providers that use decimals (Cashfree). */
export const majorOf = ({ minor }: Money): number => minor / 100;

/** Minor units from a provider's decimal amount. */
export const fromMajor = (amount: number, currency: Currency): Money => ({
  minor: toCents(amount),
  currency,
});

/** Positions of the group separator: `4,82,350` as in India, `482,350`. */
const commas = { INR: /\B(?=(\d\d)*\d{3}$)/g, USD: /\B(?=(\d{3})+$)/g } as const;

/**
 * `₹4,82,350`, `$3.40`: Indian grouping, paise omitted when zero. Does not use `Intl`: its first call takes 60 ms on a
 * slow phone.
 */
export const formatMoney = ({ minor, currency }: Money): string => {
  const [whole = '', cents = ''] = (Math.abs(minor) / 100).toFixed(2).split('.');
  const sign = `${minor < 0 ? '-' : ''}${currency === 'INR' ? '₹' : '$'}`;
  const rest = currency === 'INR' && cents === '00' ? '' : `.${cents}`;
  return `${sign}${whole.replace(commas[currency], ',')}${rest}`;
};
