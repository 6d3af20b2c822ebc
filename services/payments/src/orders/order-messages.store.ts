/** Receipts of orders, and messages that are published again. */
import type { OutboxMessages } from '@satrangi/chassis';
import type { OrderId } from '@satrangi/contracts';
import type { Order, PhoneReceiptState, ReceiptState } from './order.rules.ts';
import { type OrderDocuments, storedFields } from './order-documents.store.ts';
import { ranks } from './order-lifecycle.rules.ts';

export const orderMessages = ({ orders, set }: OrderDocuments) => ({
  /** Sets the final state of the receipt; the first one counts. */
  receiptDone: async (id: string, receipt: ReceiptState): Promise<void> => {
    await set({ _id: id, receipt: 'waiting' }, { receipt });
  },
  /** Moves the WhatsApp receipt to the next state; false when it is not in the expected state. */
  phoneReceipt: async (
    id: OrderId,
    from: PhoneReceiptState,
    to: PhoneReceiptState,
    messages?: OutboxMessages,
  ): Promise<boolean> =>
    (await orders.change(
      { _id: id, phoneReceipt: from },
      { $set: storedFields({ phoneReceipt: to }) },
      messages,
    )) !== null,
  /** Publishes messages of a paid order, at most once since `notSince`; null when they were published, or the order is not paid. */
  publishAgain: (id: OrderId, at: Date, notSince: Date, messages: OutboxMessages): Promise<Order | null> =>
    orders.change(
      { _id: id, rank: ranks.paid, claimedAt: { $not: { $gt: notSince } } },
      { $set: { claimedAt: at } },
      messages,
    ),
  /** Publishes messages of an order, once for each request. */
  announce: async (id: OrderId, messages: OutboxMessages, requestId: string): Promise<void> => {
    await orders.change({ _id: id }, {}, { ...messages, applied: requestId });
  },
  /** Null unless it is paid, has an address, and none is pending. */
  receiptAgain: (id: OrderId, messages: OutboxMessages): Promise<Order | null> =>
    orders.change(
      { _id: id, rank: ranks.paid, receipt: { $ne: 'waiting' }, 'buyer.email': { $ne: null } },
      { $set: { receipt: 'waiting' } },
      messages,
    ),
});
