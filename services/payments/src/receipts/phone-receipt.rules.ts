import { formatMoney } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import { receiptPhone } from '../orders/receipt-phone.rules.ts';

/** What stands in the places of the template; its own words are at WhatsApp, approved, and say nothing of the shop. */
export type PhoneReceipt = {
  readonly to: string;
  readonly words: readonly string[];
  /** Put behind the address of the template's button, which the text does not show. */
  readonly link: string;
};

/**
 * The receipt for a telephone, which others may look at (decision 0024): order number, amount and the words of the bank
 * statement. No title, no name, no address. Null when the number is gone.
 */
export const phoneReceipt = (
  order: Pick<Order, '_id' | 'number' | 'amount' | 'buyer' | 'country'>,
  statementName: string,
): PhoneReceipt | null => {
  const to = receiptPhone(order);
  return to === null
    ? null
    : { to, words: [order.number, formatMoney(order.amount), statementName], link: order._id };
};
