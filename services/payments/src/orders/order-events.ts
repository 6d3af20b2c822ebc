import type { LiveNotification, OutboxMessages, ServiceContext, Work } from '@satrangi/chassis';
import {
  type AnyEvent,
  contributionRefunded,
  contributionSucceeded,
  giftPurchased,
  giftRedeemed,
  giftRefunded,
  liveTypes,
  paymentFailed,
  paymentMismatched,
  paymentRefunded,
  paymentSucceeded,
  runFeeRefunded,
  runFeeSucceeded,
  type UserId,
  whatsappSent,
} from '@satrangi/contracts';
import { type Order, purposeOf } from './order.rules.ts';
import type { Observation, Transition } from './order-lifecycle.rules.ts';
import { hasPhoneReceipt } from './receipt-phone.rules.ts';

export const RECEIPT = 'receipt';
export const PHONE_RECEIPT = 'phone-receipt';
export const GIFT_MAIL = 'gift-mail';
export const REFUND_ANSWER = 'refund-answer';
export const receiptKey = (orderId: string): string => `receipt:${orderId}`;
const phoneReceiptKey = (orderId: string): string => `phone-receipt:${orderId}`;

const alarm = (orderId: string): LiveNotification => ({
  message: { type: liveTypes.orderMismatched, id: orderId },
  audience: { to: 'admins' },
});

const receipts = (order: Order, toPhones: boolean): Work[] => {
  const data = { orderId: order._id };
  return [
    ...(order.buyer.email ? [{ kind: RECEIPT, key: receiptKey(order._id), data }] : []),
    ...(hasPhoneReceipt(order, toPhones)
      ? [{ kind: PHONE_RECEIPT, key: phoneReceiptKey(order._id), data }]
      : []),
    ...(order.gift?.email ? [{ kind: GIFT_MAIL, key: `gift-mail:${order._id}`, data }] : []),
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
const contribution = (order: Order) => ({
  ...common(order),
  receipt: order.number,
  runPage: order.runPage,
});
const fee = (order: Order) => ({
  ...common(order),
  paymentId: order.reference ?? order._id,
  runDraftId: order.runDraftId,
});

/** The live messages that an order has changed: to admins, and to its buyer, whose open page of it follows. */
const updated = ({ _id: id, userId }: Pick<Order, '_id' | 'userId'>): OutboxMessages => {
  const message = { type: liveTypes.orderUpdated, id };
  return {
    live: [
      { message, audience: { to: 'admins' } },
      ...(userId === null ? [] : [{ message, audience: { to: 'user' as const, userId } }]),
    ],
  };
};

/** A declined refund request: the buyer's open page follows, and a mail says that there is an answer. */
const refundDeclined = (order: Order): OutboxMessages => {
  const data = { orderId: order._id };
  return {
    ...updated(order),
    work: order.buyer.email ? [{ kind: REFUND_ANSWER, key: `refund-answer:${order._id}`, data }] : [],
  };
};

/** The receipt again; each resend is a separate outbox row. */
const receiptAgain = (orderId: string, again: string): OutboxMessages => ({
  work: [{ kind: RECEIPT, key: `${receiptKey(orderId)}:${again}`, data: { orderId, again } }],
});

type Context = Pick<ServiceContext<unknown>, 'events' | 'ids' | 'clock'>;

/** The events of an order by its purpose. */
const eventsByPurpose = ({ events, ids }: Pick<Context, 'events' | 'ids'>) => {
  const succeeded = (order: Order): AnyEvent => {
    const subject = subjectOf(order);
    const { _id, userId } = order;
    const purpose = purposeOf(order);
    if (purpose === 'contribution') {
      const id = ids.eventId(contributionSucceeded.type, _id);
      return events.newEvent(contributionSucceeded, { id, subject, data: contribution(order) });
    }
    if (purpose === 'virtual-run' || userId === null) {
      const id = ids.eventId(runFeeSucceeded.type, _id);
      return events.newEvent(runFeeSucceeded, { id, subject, data: fee(order) });
    }
    const data = { ...common(order), userId, items: items(order) };
    if (purpose === 'gift-purchase')
      return events.newEvent(giftPurchased, { id: ids.eventId(giftPurchased.type, _id), subject, data });
    return events.newEvent(paymentSucceeded, { id: ids.eventId(paymentSucceeded.type, _id), subject, data });
  };

  /** The event that grants the items of a redeemed gift. */
  const redeemed = (order: Order, userId: UserId): AnyEvent => {
    const id = ids.eventId(giftRedeemed.type, `${order._id}:${userId}`);
    const data = { orderId: order._id, userId, items: items(order) };
    return events.newEvent(giftRedeemed, { id, subject: subjectOf(order), data });
  };

  /** The event after which the library grants the items of a paid order; null while nobody may have them. */
  const granting = (order: Order): AnyEvent | null => {
    const { gift } = order;
    if (!gift) return succeeded(order);
    return gift.redeemedBy && redeemed(order, gift.redeemedBy);
  };

  const refunded = (order: Order): AnyEvent => {
    const subject = subjectOf(order);
    const { _id: orderId, userId } = order;
    const purpose = purposeOf(order);
    if (purpose === 'contribution') {
      const id = ids.eventId(contributionRefunded.type, orderId);
      return events.newEvent(contributionRefunded, { id, subject, data: contribution(order) });
    }
    if (purpose === 'virtual-run' || userId === null) {
      const id = ids.eventId(runFeeRefunded.type, orderId);
      return events.newEvent(runFeeRefunded, { id, subject, data: fee(order) });
    }
    if (order.gift) {
      const id = ids.eventId(giftRefunded.type, orderId);
      const data = { orderId, userId: order.gift.redeemedBy, items: items(order) };
      return events.newEvent(giftRefunded, { id, subject, data });
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

  return { succeeded, redeemed, granting, refunded, failed };
};

export type OrderEvents = ReturnType<typeof createOrderEvents>;

/**
 * Creates the outbox messages of an order. The same event of one order has the same event id, however often it is
 * created and by whichever path, so subscribers apply it once.
 */
export const createOrderEvents = ({ events, ids, clock }: Context, { toPhones }: { toPhones: boolean }) => {
  const { succeeded, redeemed, granting, refunded, failed } = eventsByPurpose({ events, ids });

  const of = (order: Order, transition: Transition): OutboxMessages => {
    const { _id: orderId, provider } = order;
    const subject = subjectOf(order);
    switch (transition.to) {
      case 'paid':
        return {
          events: [succeeded({ ...order, paidAt: order.paidAt ?? clock.now() })],
          work: receipts(order, toPhones),
          ...updated(order),
        };
      case 'failed':
      case 'expired':
        return { events: failed(order, transition), ...updated(order) };
      case 'refunded':
        return { events: [refunded(order)], ...updated(order) };
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
  const paidTwice = (
    order: Order,
    { key, reported }: Pick<Observation, 'key' | 'reported'>,
  ): OutboxMessages => {
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
  return {
    of,
    succeeded,
    granting,
    redeemed,
    refunded,
    paidTwice,
    updated,
    sentToPhone,
    refundDeclined,
    receiptAgain,
  };
};
