import { formatMoney } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';

/** What stands in the places of the template; its own words are at WhatsApp, approved, and say nothing of the shop. */
export type PhoneMessage = {
  readonly to: string;
  readonly words: readonly string[];
  /** Put behind the address of the template's button, which the text does not show. */
  readonly link: string;
};

/** A number as WhatsApp wants it, with the code of its country; null when that can only be guessed. */
export const whatsappNumber = (phone: string, country: string): string | null => {
  if (phone.startsWith('+')) return phone.slice(1);
  if (country !== 'IN') return null;
  if (/^[6-9]\d{9}$/.test(phone)) return `91${phone}`;
  return /^91[6-9]\d{9}$/.test(phone) ? phone : null;
};

const numberOf = ({ buyer, country }: Pick<Order, 'buyer' | 'country'>): string | null =>
  buyer.phone === null ? null : whatsappNumber(buyer.phone, country);

/** Only a number that was given with the order: that of a profile was not given for this. */
export const hasPhoneReceipt = (order: Pick<Order, 'buyer' | 'country'>, toPhones: boolean): boolean =>
  toPhones && numberOf(order) !== null;

/**
 * The receipt for a telephone, which others may look at (decision 0024): order number, amount and the words of the bank
 * statement. No title, no name, no address. Null when the number is gone.
 */
export const phoneReceipt = (
  order: Pick<Order, '_id' | 'number' | 'amount' | 'buyer' | 'country'>,
  statementName: string,
): PhoneMessage | null => {
  const to = numberOf(order);
  return to === null
    ? null
    : { to, words: [order.number, formatMoney(order.amount), statementName], link: order._id };
};
