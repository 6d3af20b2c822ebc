/** Orders for reporting: searched, listed, compared with the providers. */
import type { Provider } from '@satrangi/contracts';
import type { Order } from './order.rules.ts';
import { type OrderDocuments, toOrder } from './order-documents.store.ts';

export const orderReporting = ({ raw, many }: OrderDocuments) => ({
  /** Newest first. @returns one page, and how many there are in all */
  find: async (
    filter: object,
    { skip, limit }: { skip: number; limit: number },
  ): Promise<{ found: Order[]; total: number }> => {
    const [found, total] = await Promise.all([
      many(filter).sort({ createdAt: -1 }).skip(skip).limit(limit).map(toOrder).toArray(),
      raw.countDocuments(filter),
    ]);
    return { found, total };
  },
  latest: (purposes: readonly (string | null)[], limit: number): Promise<Order[]> =>
    many({ purpose: { $in: [...purposes] } })
      .sort({ createdAt: -1 })
      .limit(limit)
      .map(toOrder)
      .toArray(),
  /** Orders that became paid, whatever became of them then. */
  paidBetween: (provider: Provider, from: Date, to: Date): Promise<Order[]> =>
    many({ provider, paidAt: { $gte: from, $lt: to } })
      .map(toOrder)
      .toArray(),
  /** Orders of which something went back, by our books. */
  refundedBetween: (provider: Provider, from: Date, to: Date): Promise<Order[]> => {
    const when = { $gte: from, $lt: to };
    return many({ provider, $or: [{ refundedAt: when }, { 'refunds.doneAt': when }] })
      .map(toOrder)
      .toArray();
  },
  /** Every order, newest first, without holding all of them. */
  all: (): AsyncIterable<Order> => many({}).sort({ createdAt: -1 }).map(toOrder),
});
