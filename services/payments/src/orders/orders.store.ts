import { batchWrites, type OutboxMessages, type ServiceStore } from '@satrangi/chassis';
import type { OrderId, OrderState, UserId } from '@satrangi/contracts';
import type { Order } from './order.rules.ts';
import {
  type OrderChange,
  type OrderDocuments,
  orderDocuments,
  storedFields,
} from './order-documents.store.ts';
import { orderErasure } from './order-erasure.store.ts';
import { orderGifts } from './order-gifts.store.ts';
import { ranks } from './order-lifecycle.rules.ts';
import { orderMessages } from './order-messages.store.ts';
import { orderPaidTwice } from './order-paid-twice.store.ts';
import { orderQueries } from './order-queries.store.ts';
import type { Refund } from './order-refunds.rules.ts';
import { orderRefunds } from './order-refunds.store.ts';
import { orderReporting } from './order-reporting.store.ts';
import { orderSchedule } from './order-schedule.store.ts';
import { orderStarts } from './order-starts.store.ts';

const orderTransitions = ({ orders, raw }: OrderDocuments) => {
  const write = batchWrites(raw);
  return {
    /**
     * Moves an order to a higher rank, with its messages in one write; null when its rank is already as high, or since it was
     * read its gift was redeemed (the messages name the reader) or its buyer was erased.
     */
    transition: (
      order: Pick<Order, '_id' | 'gift' | 'fingerprint'>,
      {
        to,
        key,
        fields,
        messages,
        refund,
      }: {
        to: OrderState;
        /** Of the payment observation. */
        key: string;
        fields: OrderChange;
        messages: OutboxMessages;
        /** Promised in the same write. */
        refund?: Refund;
      },
    ): Promise<Order | null> =>
      orders.change(
        {
          _id: order._id,
          rank: { $lt: ranks[to] },
          fingerprint: order.fingerprint,
          ...(order.gift ? { 'gift.redeemedAt': order.gift.redeemedAt } : {}),
        },
        {
          $set: storedFields({ ...fields, state: to, rank: ranks[to] }),
          $addToSet: { seen: key },
          ...(refund ? { $push: { refunds: refund } } : {}),
        },
        messages,
      ),
    /** Marks an order granted to a reader fulfilled. Changes nothing when it is already, is unknown, or a gift of another reader. */
    fulfil: (id: OrderId, userId: UserId, at: Date): Promise<void> =>
      write({
        updateOne: {
          filter: {
            _id: id,
            fulfilledAt: null,
            $or: [{ gift: { $exists: false } }, { 'gift.redeemedBy': userId }],
          },
          update: { $set: storedFields({ fulfilledAt: at, nextCheckAt: null }) },
        },
      }),
  };
};

export type OrderStore = ReturnType<typeof orderStore>;

/** Queries and updates of orders. */
export const orderStore = (store: ServiceStore) => {
  const documents = orderDocuments(store);
  return {
    ...orderQueries(documents),
    ...orderStarts(documents),
    ...orderTransitions(documents),
    ...orderPaidTwice(documents),
    ...orderSchedule(documents),
    ...orderMessages(documents),
    ...orderRefunds(documents),
    ...orderGifts(documents),
    ...orderReporting(documents),
    ...orderErasure(documents),
  };
};
