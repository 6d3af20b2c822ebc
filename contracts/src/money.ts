import { z } from 'zod';

export const Currency = z.enum(['INR', 'USD']);
export type Currency = z.infer<typeof Currency>;

/** Always whole minor units: paise or cents. Never a float, never a bare number. */
export const Money = z.object({ minor: z.int().nonnegative(), currency: Currency });
export type Money = z.infer<typeof Money>;

/** Rupees for one dollar (storefront §9); the same number on server and page. */
export const INR_PER_USD = 88;

/** A price as an editor types it: rupees and dollars, either may be missing, 0 means free. */
export type Price = { readonly priceINR: number | null; readonly priceUSD: number | null };

const toCents = (dollars: number): number => Math.round(Number((dollars * 100).toFixed(4)));

/**
 * Fills the missing half of a price (storefront §9): INR = USD × 88 rounded to the rupee,
 * USD = INR ÷ 88 rounded to the cent. Both missing stays both missing: not for sale.
 */
export const completePrice = ({ priceINR, priceUSD }: Price): Price => {
  if (priceINR === null && priceUSD === null) return { priceINR, priceUSD };
  if (priceINR === null) return { priceINR: Math.round(Number(((priceUSD ?? 0) * INR_PER_USD).toFixed(4))), priceUSD };
  if (priceUSD === null) return { priceINR, priceUSD: toCents(priceINR / INR_PER_USD) / 100 };
  return { priceINR, priceUSD };
};

/** An explicit 0 in either currency: open access, nothing to pay. */
export const isFree = ({ priceINR, priceUSD }: Price): boolean => priceINR === 0 || priceUSD === 0;

/**
 * What a buyer is charged (storefront §9): whole rupees for INR, dollars × 100 rounded for USD.
 * Null when the item has no price in either currency.
 */
export const chargeFor = (price: Price, currency: Currency): Money | null => {
  const { priceINR, priceUSD } = completePrice(price);
  if (priceINR === null || priceUSD === null) return null;
  return currency === 'INR'
    ? { minor: Math.round(priceINR) * 100, currency }
    : { minor: toCents(priceUSD), currency };
};

export const addMoney = (a: Money, b: Money): Money => {
  if (a.currency !== b.currency) throw new TypeError('two currencies can not be added');
  return { minor: a.minor + b.minor, currency: a.currency };
};

/** Rupees for the books: USD is taken at the fixed rate (checklist PAY-41). */
export const rupeesOf = ({ minor, currency }: Money): number =>
  currency === 'INR' ? minor / 100 : Math.round((minor * INR_PER_USD) / 100);

/** Cashfree speaks rupees with decimals; everything else minor units. */
export const majorOf = ({ minor }: Money): number => minor / 100;

const formatters = {
  INR: new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 0 }),
  USD: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }),
} as const;

/** `₹4,82,350`, `$3.40`: Indian grouping, no paise when there are none. */
export const formatMoney = ({ minor, currency }: Money): string => {
  if (currency === 'INR' && minor % 100 !== 0)
    return new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(minor / 100);
  return formatters[currency].format(minor / 100);
};
