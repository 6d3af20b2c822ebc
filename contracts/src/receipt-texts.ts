import { type Money, majorOf } from './money.ts';

/** How an order was or will be paid, on its page and its receipt. */
export const providerTexts = {
  cashfree: 'UPI, card or bank, by Cashfree',
  stripe: 'Card, by Stripe',
} as const;

/** `₹1,499.00`: two decimals and the grouping of the currency's country, as accounts are written. */
export const receiptAmount = (money: Money): string => {
  const { currency } = money;
  const locale = currency === 'INR' ? 'en-IN' : 'en-US';
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(majorOf(money));
};
