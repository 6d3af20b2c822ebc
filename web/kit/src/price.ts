import { type Currency, formatMoney, fromMajor } from '@satrangi/contracts/pure';

export type Priced = {
  readonly priceINR: number | null;
  readonly priceUSD: number | null;
  readonly isFree: boolean;
};

/**
 * A formatted price: `Free`, `₹249`, `$2.83`, or a message for a title without a price. A title with a price in only
 * one currency is shown in that one.
 */
export const priceText = ({ priceINR, priceUSD, isFree }: Priced, currency: Currency = 'INR'): string => {
  if (isFree) return 'Free';
  const [first, other] =
    currency === 'INR' ? ([priceINR, priceUSD] as const) : ([priceUSD, priceINR] as const);
  if (first !== null) return formatMoney(fromMajor(first, currency));
  if (other !== null) return formatMoney(fromMajor(other, currency === 'INR' ? 'USD' : 'INR'));
  return 'Price not available';
};
