/** Order queries for search, lists and reconciliation. */
import type { Provider } from '@satrangi/contracts';
import type { Order, PaidContribution } from './order.rules.ts';
import { type OrderDocuments, toOrder } from './order-documents.store.ts';

export const orderReporting = ({ raw, many }: OrderDocuments) => ({
  /** Newest first without `sort`; the id makes the order of equal rows the same on each page. @returns one page, and the total number */
  find: async (
    filter: object,
    {
      skip,
      limit,
      sort = { createdAt: -1, _id: -1 },
    }: { skip: number; limit: number; sort?: Record<string, 1 | -1> },
  ): Promise<{ found: Order[]; total: number }> => {
    const [found, total] = await Promise.all([
      many(filter).sort(sort).skip(skip).limit(limit).map(toOrder).toArray(),
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
  /** Orders that were paid in a period, whatever their state now. */
  paidBetween: (provider: Provider, from: Date, to: Date): Promise<Order[]> =>
    many({ provider, paidAt: { $gte: from, $lt: to } })
      .map(toOrder)
      .toArray(),
  /** Orders with refunds in a period. */
  refundedBetween: (provider: Provider, from: Date, to: Date): Promise<Order[]> => {
    const when = { $gte: from, $lt: to };
    return many({ provider, $or: [{ refundedAt: when }, { 'refunds.doneAt': when }] })
      .map(toOrder)
      .toArray();
  },
  /** Streams what the sums of contributions need: of each one that was ever paid. */
  paidContributions: (): AsyncIterable<PaidContribution> =>
    raw.find(
      { purpose: 'contribution', paidAt: { $ne: null } },
      { projection: { _id: 0, paidAt: 1, state: 1, amount: 1, refundedMinor: 1, paidAgainMinor: 1 } },
    ),
  /** Streams every order, newest first. @param ids of the only ones to read */
  all: (ids?: readonly string[]): AsyncIterable<Order> =>
    many(ids ? { _id: { $in: ids } } : {})
      .sort({ createdAt: -1 })
      .map(toOrder),
});
