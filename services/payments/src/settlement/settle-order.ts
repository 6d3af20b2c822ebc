import type { Clock, Ids, Logger } from '@satrangi/chassis';
import { failpoint } from '@satrangi/chassis';
import { type HeldBack, isErased, type Order, purposeOf, type SettleOrder } from '../orders/order.rules.ts';
import type { OrderChange } from '../orders/order-documents.store.ts';
import type { OrderEvents } from '../orders/order-events.ts';
import {
  isOpen,
  isSecondPayment,
  mismatchKey,
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
import type { PaidTwiceAlarms } from './paid-twice.ts';

/** What went back of a fully refunded order, in minor units: of a mismatch, the amount that had arrived. */
const wentBack = (
  { state, amount, paidAgainMinor = 0 }: Order,
  { reported }: Pick<Observation, 'reported'>,
): number =>
  state === 'mismatch' && reported?.currency.toUpperCase() === amount.currency
    ? reported.minor
    : amount.minor + paidAgainMinor;

const stamps = (
  order: Order,
  transition: Transition,
  { isCancelled = false, reported }: Observation,
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
      return {
        nextCheckAt,
        refundedAt: now,
        refundedMinor: wentBack(order, { reported }),
        followUpAt: now,
      };
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
  readonly paidTwice: PaidTwiceAlarms;
  readonly report: ReportReturns;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly toPhones: boolean;
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
  const { orderEvents, checkLate, paidTwice, report, clock, log, toPhones } = deps;
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
      if (isSecondPayment(order, observation)) await paidTwice.ofSecondPayment(order, observation);
      return notePart(order, observation);
    }
    // before the transition: a crash in between leaves nothing to repeat it
    if (next.to === 'refunded') await orders.endPaidTwice(order._id);
    const isLate = order.state === 'expired' || isErased(order);
    const heldBack = next.to === 'paid' && isLate ? await checkLate(order) : null;
    const moved = heldBack
      ? await holdBack(order, observation, heldBack)
      : await orders.transition(order, {
          to: next.to,
          key: next.to === 'mismatch' ? mismatchKey(observation.key) : observation.key,
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
      if (isSecondPayment(now, observation)) await paidTwice.ofSecondPayment(now, observation);
      return now;
    }
    if (heldBack) return moved;
    if (next.to === 'refunded') failpoint('payments.refund-committed-before-publish');
    if (next.to === 'paid') await paidTwice.ofPaidOrder(order);
    if (next.to === 'mismatch')
      log.warn({ orderId: order._id, provider: order.provider }, 'payment mismatched');
    else log.info({ orderId: order._id, provider: order.provider, state: next.to }, 'order state changed');
    return moved;
  };
  /** Every payment that the provider lists: the webhook of a second one may have been lost. */
  const notePayments: SettleOrder = async (order, observation) => {
    const { payments = [] } = observation;
    if (payments.length === 0) return order;
    for (const payment of payments)
      if (isSecondPayment(order, { ...observation, ...payment, outcome: 'paid' }))
        await paidTwice.ofSecondPayment(order, { ...observation, ...payment });
    return (await orders.byId(order._id)) ?? order;
  };

  return async (order, observation) => {
    // before a refund is applied: it is a full one only of all payments
    const known = await notePayments(order, observation);
    const applied = await apply(known, observation);
    const settled = isOpen(known.state) ? await notePayments(applied, observation) : applied;
    return report(settled, observation.returns ?? []);
  };
};
