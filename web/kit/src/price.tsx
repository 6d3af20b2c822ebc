import { formatMoney, fromMajor } from '@satrangi/contracts/pure';

type Priced = {
  readonly priceINR: number | null;
  readonly priceUSD: number | null;
  readonly isFree: boolean;
};

/** The price as it is written everywhere: `Free`, `₹249`, or the sentence for a title that is not sold. */
export const priceText = ({ priceINR, priceUSD, isFree }: Priced): string => {
  if (isFree) return 'Free';
  if (priceINR !== null) return formatMoney(fromMajor(priceINR, 'INR'));
  if (priceUSD !== null) return formatMoney(fromMajor(priceUSD, 'USD'));
  return 'Price not available';
};

export function Price({ of }: { of: Priced }) {
  return <span className="num">{priceText(of)}</span>;
}
