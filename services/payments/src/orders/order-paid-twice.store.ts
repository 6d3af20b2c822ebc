/** Orders whose items, or which themselves, were paid more than once (decision 0160). */
import type { OutboxMessages } from '@satrangi/chassis';
import type { OrderId } from '@satrangi/contracts';
import type { Order, PaidTwice } from './order.rules.ts';
import type { OrderDocuments } from './order-documents.store.ts';

export const orderPaidTwice = ({ orders, raw }: OrderDocuments) => ({
  /** Records that the items of an order were paid twice; null when it is recorded already. */
  notePaidTwice: (
    id: OrderId,
    key: string,
    { at, orders: others, againMinor }: PaidTwice & { readonly againMinor: number },
    messages: OutboxMessages,
  ): Promise<Order | null> =>
    orders.change(
      { _id: id, seen: { $ne: key } },
      {
        $addToSet: { seen: key, 'paidTwice.orders': { $each: [...others] } },
        $set: { 'paidTwice.at': at },
        ...(againMinor > 0 ? { $inc: { paidAgainMinor: againMinor } } : {}),
      },
      messages,
    ),
  /**
   * The money of this order goes back: it is none of the orders any more that paid for an item of another, which stays paid
   * twice while a third order paid for it, or a second payment of its own.
   */
  endPaidTwice: async (id: OrderId): Promise<void> => {
    // with the condition of the partial index
    const noted = { 'paidTwice.orders': id, 'paidTwice.at': { $type: 'date' } } as const;
    for (let order = await raw.findOne(noted); order?.paidTwice; order = await raw.findOne(noted)) {
      const { _id, paidTwice, paidAgainMinor = 0 } = order;
      const left = paidTwice.orders.filter((other) => other !== id);
      const isOver = left.length === 0 && paidAgainMinor === 0;
      await raw.updateOne(
        { _id, 'paidTwice.orders': [...paidTwice.orders] },
        isOver ? { $unset: { paidTwice: 1 } } : { $set: { 'paidTwice.orders': left } },
      );
    }
  },
});
