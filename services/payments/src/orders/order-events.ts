import type { LiveNotification, OutboxMessages, ServiceContext, Work } from '@satrangi/chassis';
import {
  type AnyEvent,
  contributionRefunded,
  contributionSucceeded,
  liveTypes,
  paymentFailed,
  paymentMismatched,
  paymentRefunded,
  paymentSucceeded,
  runFeeRefunded,
  runFeeSucceeded,
  whatsappSent,
} from '@satrangi/contracts';
import { type Order, purposeOf } from './order.rules.ts';
import type { Observation, Transition } from './order-lifecycle.rules.ts';
import { hasPhoneReceipt } from './receipt-phone.rules.ts';

export const RECEIPT = 'receipt';
export const PHONE_RECEIPT = 'phone-receipt';
export const receiptKey = (orderId: string): string => `receipt:${orderId}`;
const phoneReceiptKey = (orderId: string): string => `phone-receipt:${orderId}`;

const alarm = (orderId: string): LiveNotification => ({
  message: { type: liveTypes.orderMismatched, id: orderId },
  audience: { to: 'admins' },
});

export type OrderEvents = ReturnType<typeof createOrderEvents>;

/**
 * Creates the outbox messages of an order. The same event of one order has the same event id, however often it is
 * created and by whichever path, so subscribers apply it once.
 */
export const createOrderEvents = (
  { events, ids, clock }: Pick<ServiceContext<unknown>, 'events' | 'ids' | 'clock'>,
  { toPhones }: { toPhones: boolean },
) => {
  const receipts = (order: Order): Work[] => {
    const data = { orderId: order._id };
    return [
      ...(order.buyer.email ? [{ kind: RECEIPT, key: receiptKey(order._id), data }] : []),
      ...(hasPhoneReceipt(order, toPhones)
        ? [{ kind: PHONE_RECEIPT, key: phoneReceiptKey(order._id), data }]
        : []),
    ];
  };

  const items = (order: Order) =>
    order.items.map(({ mediaId, mediaType, format }) => ({ mediaId, mediaType, format }));

  const subjectOf = ({ _id }: Order): string => `order/${_id}`;
  const common = ({ _id: orderId, userId, provider, amount: total, paidAt, totalPaise }: Order) => ({
    orderId,
    userId,
    provider,
    total: { ...total },
    paidAt: paidAt?.toISOString(),
    rupeesMinor: totalPaise,
  });
  const gift = (order: Order) => ({ ...common(order), receipt: order.number, runPage: order.runPage });
  const fee = (order: Order) => ({
    ...common(order),
    paymentId: order.reference ?? order._id,
    runDraftId: order.runDraftId,
  });

  const succeeded = (order: Order): AnyEvent => {
    const subject = subjectOf(order);
    const { _id, userId } = order;
    const purpose = purposeOf(order);
    if (purpose === 'contribution') {
      const id = ids.eventId(contributionSucceeded.type, _id);
      return events.newEvent(contributionSucceeded, { id, subject, data: gift(order) });
    }
    if (purpose === 'virtual-run' || userId === null) {
      const id = ids.eventId(runFeeSucceeded.type, _id);
      return events.newEvent(runFeeSucceeded, { id, subject, data: fee(order) });
    }
    return events.newEvent(paymentSucceeded, {
      id: ids.eventId(paymentSucceeded.type, _id),
      subject,
      data: { ...common(order), userId, items: items(order) },
    });
  };

  const refunded = (order: Order): AnyEvent => {
    const subject = subjectOf(order);
    const { _id: orderId, userId } = order;
    const purpose = purposeOf(order);
    if (purpose === 'contribution') {
      const id = ids.eventId(contributionRefunded.type, orderId);
      return events.newEvent(contributionRefunded, { id, subject, data: gift(order) });
    }
    if (purpose === 'virtual-run' || userId === null) {
      const id = ids.eventId(runFeeRefunded.type, orderId);
      return events.newEvent(runFeeRefunded, { id, subject, data: fee(order) });
    }
    const id = ids.eventId(paymentRefunded.type, orderId);
    return events.newEvent(paymentRefunded, { id, subject, data: { orderId, userId, items: items(order) } });
  };

  /** Only a failed purchase is published: no subscriber waits for a contribution that did not arrive. */
  const failed = (order: Order, transition: Extract<Transition, { reason: string }>): AnyEvent[] => {
    const { _id: orderId, userId, provider } = order;
    if (purposeOf(order) !== 'purchase' || userId === null) return [];
    const id = ids.eventId(paymentFailed.type, `${orderId}:${transition.to}`);
    const data = { orderId, userId, provider, reason: transition.reason };
    return [events.newEvent(paymentFailed, { id, subject: subjectOf(order), data })];
  };

  /** The live message to admins that an order has changed. */
  const updated = (orderId: string): OutboxMessages => ({
    live: [{ message: { type: liveTypes.orderUpdated, id: orderId }, audience: { to: 'admins' } }],
  });

  const of = (order: Order, transition: Transition): OutboxMessages => {
    const { _id: orderId, provider } = order;
    const subject = subjectOf(order);
    switch (transition.to) {
      case 'paid':
        return {
          events: [succeeded({ ...order, paidAt: order.paidAt ?? clock.now() })],
          work: receipts(order),
          ...updated(orderId),
        };
      case 'failed':
      case 'expired':
        return { events: failed(order, transition), ...updated(orderId) };
      case 'refunded':
        return { events: [refunded(order)], ...updated(orderId) };
      case 'mismatch': {
        const id = ids.eventId(paymentMismatched.type, orderId);
        const data = { orderId, provider, expected: order.amount, reported: { ...transition.reported } };
        return {
          events: [events.newEvent(paymentMismatched, { id, subject, data })],
          live: [alarm(orderId)],
        };
      }
    }
  };
  /** Publishes the same alarm as a mismatch: an admin must refund the second payment. */
  const paidTwice = (order: Order, { key, reported }: Observation): OutboxMessages => {
    const { _id: orderId, provider, amount } = order;
    const event = events.newEvent(paymentMismatched, {
      id: ids.eventId(paymentMismatched.type, `${orderId}:${key}`),
      subject: subjectOf(order),
      data: { orderId, provider, expected: amount, reported: { minor: 0, currency: '', ...reported } },
    });
    return { events: [event], live: [alarm(orderId)] };
  };
  /** Reports a receipt that WhatsApp accepted, under a name that leads to no order. */
  const sentToPhone = (at: Date): OutboxMessages => {
    const messageRef = ids.newId();
    const data = { messageRef, at: at.toISOString() };
    return { events: [events.newEvent(whatsappSent, { subject: `message/${messageRef}`, data })] };
  };
  /** The receipt again; each resend is a separate outbox row. */
  const receiptAgain = (orderId: string, again: string): OutboxMessages => ({
    work: [{ kind: RECEIPT, key: `${receiptKey(orderId)}:${again}`, data: { orderId, again } }],
  });
  return { of, succeeded, refunded, paidTwice, updated, sentToPhone, receiptAgain };
};
