import { formatMoney } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import { receiptPhone } from '../orders/receipt-phone.rules.ts';

/** The parameters of the template. Its text is approved at WhatsApp and does not name the shop. */
export type PhoneReceipt = {
  readonly to: string;
  readonly words: readonly string[];
  /** Appended to the URL of the template's button, which the notification does not show. */
  readonly link: string;
};

/**
 * The WhatsApp receipt, which others may see (decision 0024): order number, amount and statement text. No title, no name,
 * no address. Null when the phone number was erased.
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
