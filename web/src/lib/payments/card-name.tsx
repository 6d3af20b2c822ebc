import type { StoredCard } from '@satrangi/contracts';

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  rupay: 'RuPay',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: 'Card',
};

/** The name of a brand as it is printed on cards. @param brand as Stripe names it */
export const brandName = (brand: string): string =>
  brands[brand] ?? `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`;

/** `Visa ending in 4242`. */
export function CardName({ card }: { card: StoredCard }) {
  return (
    <>
      {brandName(card.brand)} ending in {card.last4}
    </>
  );
}
