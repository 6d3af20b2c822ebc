/** When orders are checked next. */
import { dateIn, type OutboxMessages } from '@satrangi/chassis';
import { type Order, waitingSince } from './order.rules.ts';
import {
  nextCheckField,
  type OrderDocuments,
  type StoredOrder,
  storedFields,
  toOrder,
} from './order-documents.store.ts';

type ScheduledOrder = Pick<Order, '_id' | 'state'> & {
  readonly since: Date;
  readonly nextCheckAt: Date;
};
type StoredSchedule = Pick<StoredOrder, '_id' | 'state' | 'createdAt' | 'paidAt' | 'gift'> &
  Readonly<Record<typeof nextCheckField, Date>>;

export const orderSchedule = ({ orders, raw, many }: OrderDocuments) => ({
  /** The number of orders paid before a time that still wait for their grant. */
  paidAndNotGranted: (before: Date): Promise<number> =>
    raw.countDocuments({
      [nextCheckField]: { $type: 'date' },
      state: 'paid',
      fulfilledAt: null,
      paidAt: { $lt: before },
      'gift.redeemedAt': { $not: { $gte: before } },
    }),
  /** Orders whose `nextCheckAt` has passed, oldest first. */
  due: (now: Date, limit: number): Promise<Order[]> =>
    many({ [nextCheckField]: dateIn({ $lte: now }) })
      .sort({ [nextCheckField]: 1 })
      .limit(limit)
      .map(toOrder)
      .toArray(),
  /** Orders whose next check is at `from` or later, the nearest first: what their schedule depends on. */
  scheduled: (from: Date, limit: number): Promise<ScheduledOrder[]> =>
    raw
      .find({ [nextCheckField]: dateIn({ $gte: from }) })
      .sort({ [nextCheckField]: 1 })
      .limit(limit)
      .project<StoredSchedule>({ state: 1, createdAt: 1, paidAt: 1, gift: 1, [nextCheckField]: 1 })
      .map(({ [nextCheckField]: nextCheckAt, ...order }) => ({
        _id: order._id,
        state: order.state,
        since: waitingSince(order),
        nextCheckAt,
      }))
      .toArray(),
  /** Sets the next check, with messages; null when another sweeper was first. */
  reschedule: (order: Order, nextCheckAt: Date | null, messages?: OutboxMessages): Promise<Order | null> =>
    orders.change(
      { _id: order._id, [nextCheckField]: order.nextCheckAt, rank: order.rank },
      { $set: storedFields({ nextCheckAt }) },
      messages,
    ),
});
