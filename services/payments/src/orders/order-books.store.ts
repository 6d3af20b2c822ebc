/** Orders as those see them who keep the books: searched, listed, compared with the providers. */
import type { Provider } from '@satrangi/contracts';
import type { Order } from './order.rules.ts';
import type { OrderDocuments } from './order-documents.store.ts';

export const orderBooks = ({ raw, shown }: OrderDocuments) => ({
  /** Newest first. @returns one page, and how many there are in all */
  find: async (
    filter: object,
    { skip, limit }: { skip: number; limit: number },
  ): Promise<{ found: Order[]; total: number }> => {
    const [found, total] = await Promise.all([
      raw.find(filter, shown).sort({ createdAt: -1 }).skip(skip).limit(limit).toArray(),
      raw.countDocuments(filter),
    ]);
    return { found, total };
  },
  latest: (purposes: readonly (string | null)[], limit: number): Promise<Order[]> =>
    raw
      .find({ purpose: { $in: [...purposes] } } as object, shown)
      .sort({ createdAt: -1 })
      .limit(limit)
      .toArray(),
  /** Orders that became paid, whatever became of them then. */
  paidBetween: (provider: Provider, from: Date, to: Date): Promise<Order[]> =>
    raw.find({ provider, paidAt: { $gte: from, $lt: to } }, shown).toArray(),
  /** Orders of which something went back, by our books. */
  refundedBetween: (provider: Provider, from: Date, to: Date): Promise<Order[]> => {
    const when = { $gte: from, $lt: to };
    return raw.find({ provider, $or: [{ refundedAt: when }, { 'refunds.doneAt': when }] }, shown).toArray();
  },
  /** Every order, newest first, without holding all of them. */
  all: (): AsyncIterable<Order> => raw.find({}, shown).sort({ createdAt: -1 }),
});
