import type { Kit, LiveSaid, Said } from '@satrangi/chassis';
import {
  type AnyEvent,
  liveTypes,
  paymentFailed,
  paymentMismatched,
  paymentRefunded,
  paymentSucceeded,
} from '@satrangi/contracts';
import type { Order } from './order.rules.ts';
import type { Move, Observation } from './orders.rules.ts';

export const RECEIPT = 'receipt';
export const receiptKey = (orderId: string): string => `receipt:${orderId}`;

const alarm = (orderId: string): LiveSaid => ({
  message: { type: liveTypes.orderMismatched, id: orderId },
  audience: { to: 'admins' },
});

export type OrderFacts = ReturnType<typeof orderFacts>;

/**
 * What is said of an order. The same fact of one order always carries the same event id, whoever finds it out and
 * however often: it takes effect once.
 */
export const orderFacts = ({ events, ids }: Pick<Kit<unknown>, 'events' | 'ids'>) => {
  const items = (order: Order) =>
    order.items.map(({ mediaId, mediaType, format }) => ({ mediaId, mediaType, format }));

  const succeeded = (order: Order): AnyEvent =>
    events.newEvent(paymentSucceeded, {
      id: ids.eventId(paymentSucceeded.type, order._id),
      subject: `order/${order._id}`,
      data: {
        orderId: order._id,
        userId: order.userId,
        provider: order.provider,
        total: order.amount,
        items: items(order),
      },
    });

  const of = (order: Order, move: Move): Said => {
    const { _id: orderId, userId, provider } = order;
    const subject = `order/${orderId}`;
    switch (move.to) {
      case 'paid':
        return {
          events: [succeeded(order)],
          work: order.buyer.email ? [{ kind: RECEIPT, key: receiptKey(orderId), data: { orderId } }] : [],
        };
      case 'failed':
      case 'expired': {
        const id = ids.eventId(paymentFailed.type, `${orderId}:${move.to}`);
        const data = { orderId, userId, provider, reason: move.reason };
        return { events: [events.newEvent(paymentFailed, { id, subject, data })] };
      }
      case 'refunded': {
        const id = ids.eventId(paymentRefunded.type, orderId);
        const data = { orderId, userId, items: items(order) };
        return { events: [events.newEvent(paymentRefunded, { id, subject, data })] };
      }
      case 'mismatch': {
        const id = ids.eventId(paymentMismatched.type, orderId);
        const data = { orderId, provider, expected: order.amount, reported: { ...move.reported } };
        return {
          events: [events.newEvent(paymentMismatched, { id, subject, data })],
          live: [alarm(orderId)],
        };
      }
    }
  };
  /** The same alarm as for wrong money: a person must give the second payment back. */
  const paidTwice = (order: Order, { key, reported }: Observation): Said => {
    const { _id: orderId, provider, amount } = order;
    const event = events.newEvent(paymentMismatched, {
      id: ids.eventId(paymentMismatched.type, `${orderId}:${key}`),
      subject: `order/${orderId}`,
      data: { orderId, provider, expected: amount, reported: { minor: 0, currency: '', ...reported } },
    });
    return { events: [event], live: [alarm(orderId)] };
  };
  return { of, succeeded, paidTwice };
};
