import type { Clock, Ids, Logger } from '@satrangi/chassis';
import { failpoint } from '@satrangi/chassis';
import { type HeldBack, isErased, type Order, purposeOf, type SettleOrder } from '../orders/order.rules.ts';
import type { OrderChange } from '../orders/order-documents.store.ts';
import type { OrderEvents } from '../orders/order-events.ts';
import {
  isSecondPayment,
  nextTransition,
  type Observation,
  ranks,
  scheduleNextCheck,
  type Transition,
} from '../orders/order-lifecycle.rules.ts';
import { nextFollowUp, type Refund } from '../orders/order-refunds.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import { hasPhoneReceipt } from '../orders/receipt-phone.rules.ts';
import type { ReportReturns } from '../refunds/report-returns.ts';
import type { CheckLatePayment } from './check-late-payment.ts';

const stamps = (
  order: Order,
  transition: Transition,
  { isCancelled = false }: Observation,
  { now, toPhones }: { now: Date; toPhones: boolean },
): OrderChange => {
  const nextCheckAt = scheduleNextCheck(transition.to, transition.to === 'paid' ? now : order.createdAt, now);
  switch (transition.to) {
    case 'paid': {
      const paid: OrderChange = {
        paidAt: now,
        receipt: order.buyer.email ? 'waiting' : 'no-address',
        ...(hasPhoneReceipt(order, toPhones) ? { phoneReceipt: 'waiting' } : {}),
      };
      // A contribution or a fee grants nothing: it is fulfilled when it is paid.
      return purposeOf(order) === 'purchase'
        ? { ...paid, nextCheckAt }
        : { ...paid, nextCheckAt: null, fulfilledAt: now };
    }
    case 'refunded':
      return { nextCheckAt, refundedAt: now, refundedMinor: order.amount.minor, followUpAt: now };
    case 'expired':
      return { nextCheckAt, ...(isCancelled ? { cancelledAt: now } : {}) };
    default:
      return { nextCheckAt };
  }
};

/** A late payment that cannot be granted: the order is paid, held back, and a full refund is promised. */
const heldBackStamps = (order: Order, heldBack: HeldBack, now: Date): OrderChange => ({
  paidAt: now,
  receipt: 'none',
  nextCheckAt: null,
  heldBack,
  promisedMinor: order.amount.minor,
  followUpAt: now,
});

type Deps = {
  readonly orderEvents: OrderEvents;
  readonly checkLate: CheckLatePayment;
  readonly report: ReportReturns;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly toPhones: boolean;
};

/** Reports orders that are paid twice, so that an admin refunds one payment. */
const paidTwiceAlarms = (orders: OrderStore, { orderEvents, log }: Pick<Deps, 'orderEvents' | 'log'>) => {
  const alarm = async (order: Order, observation: Observation): Promise<void> => {
    const messages = orderEvents.paidTwice(order, observation);
    const noted = await orders.noteSecondPayment(order._id, observation.key, messages);
    if (noted) log.warn({ orderId: order._id, provider: order.provider }, 'order paid twice');
  };

  /**
   * Finds a second paid order of one reader for the same item: one payment must be refunded. Runs after the transition, so
   * of two orders paid at the same moment at least one sees the other.
   */
  const alarmOfTwins = async (order: Order, observation: Observation): Promise<void> => {
    const { userId } = order;
    if (userId === null || order.gift || order.items.length === 0) return;
    const mediaIds = order.items.map(({ mediaId }) => mediaId);
    const twins = (await orders.bought({ userId, mediaIds })).filter(
      ({ _id, heldBack }) => _id !== order._id && !heldBack,
    );
    if (twins.length > 0) await alarm(order, { ...observation, key: `twin:${order._id}` });
  };
  return { alarm, alarmOfTwins };
};

/** Holds back a late payment that cannot be granted, and promises its refund. */
const holdBackLatePayment = (
  orders: OrderStore,
  { orderEvents, clock, ids, log }: Pick<Deps, 'orderEvents' | 'clock' | 'ids' | 'log'>,
) => {
  const goesBack = (order: Order, now: Date): Refund => ({
    id: ids.eventId('late-money', order._id),
    amountMinor: order.amount.minor,
    reason: 'Paid after the order had ended',
    by: 'system',
    state: 'asked',
    askedAt: now,
    doneAt: null,
  });

  return async (order: Order, observation: Observation, heldBack: HeldBack): Promise<Order | null> => {
    const now = clock.now();
    const messages = orderEvents.paidTwice(order, observation);
    const held = await orders.transition(order, {
      to: 'paid',
      key: observation.key,
      fields: heldBackStamps(order, heldBack, now),
      messages,
      refund: goesBack(order, now),
    });
    if (held) log.warn({ orderId: order._id, provider: order.provider }, 'late payment refunded');
    return held;
  };
};

/**
 * Applies a payment observation to its order. Webhook, verify, confirm and sweeper call it, concurrently and repeatedly:
 * the first call moves the order and stores its messages in the same write, the others change nothing.
 * @returns the current order
 */
export const settleOrder = (orders: OrderStore, deps: Deps): SettleOrder => {
  const { orderEvents, checkLate, report, clock, log, toPhones } = deps;
  const { alarm, alarmOfTwins } = paidTwiceAlarms(orders, deps);
  const holdBack = holdBackLatePayment(orders, deps);

  const notePart = async (order: Order, { refundedMinor = 0 }: Observation): Promise<Order> => {
    if (refundedMinor <= (order.refundedMinor ?? 0)) return order;
    const now = clock.now();
    await orders.noteRefunded(order._id, refundedMinor, nextFollowUp(now, now));
    return { ...order, refundedMinor };
  };

  const apply: SettleOrder = async (order, observation) => {
    const next = nextTransition(order, observation);
    if (!next) {
      if (isSecondPayment(order, observation)) await alarm(order, observation);
      return notePart(order, observation);
    }
    const isLate = order.state === 'expired' || isErased(order);
    const heldBack = next.to === 'paid' && isLate ? await checkLate(order) : null;
    const moved = heldBack
      ? await holdBack(order, observation, heldBack)
      : await orders.transition(order, {
          to: next.to,
          key: observation.key,
          fields: stamps(order, next, observation, { now: clock.now(), toPhones }),
          messages: orderEvents.of(order, next),
        });
    if (!moved) {
      const now = (await orders.byId(order._id)) ?? order;
      // Its gift was redeemed in between, and the messages name its reader; or the account of its buyer was deleted.
      if (
        now.gift?.redeemedAt?.getTime() !== order.gift?.redeemedAt?.getTime() ||
        isErased(now) !== isErased(order)
      )
        return apply(now, observation);
      // This payment has paid for another order already.
      if (next.to === 'paid' && ranks[now.state] < ranks.paid)
        return apply(now, { ...observation, key: `${observation.key}:${now._id}`, orderId: null });
      if (isSecondPayment(now, observation)) await alarm(now, observation);
      return now;
    }
    if (heldBack) return moved;
    if (next.to === 'refunded') failpoint('payments.refund-committed-before-publish');
    if (next.to === 'paid') await alarmOfTwins(order, observation);
    if (next.to === 'mismatch')
      log.warn({ orderId: order._id, provider: order.provider }, 'payment mismatched');
    else log.info({ orderId: order._id, provider: order.provider, state: next.to }, 'order state changed');
    return moved;
  };
  return async (order, observation) => report(await apply(order, observation), observation.returns ?? []);
};
