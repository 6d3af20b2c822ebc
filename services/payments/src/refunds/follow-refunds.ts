import { type Clock, failpoint, type Logger, Refusal } from '@satrangi/chassis';
import type { Provider } from '@satrangi/contracts';
import type { Order, SettleOrder } from '../orders/order.rules.ts';
import type { OrderEvents } from '../orders/order-events.ts';
import {
  isUnreported,
  nextFollowUp,
  type Refund,
  refundsUnderWay,
  underWaySince,
} from '../orders/order-refunds.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { PaymentProvider, ReportedDispute } from '../providers/provider.ts';

const BATCH = 100;

type Deps = {
  readonly providers: Record<Provider, PaymentProvider>;
  readonly settle: SettleOrder;
  readonly orderEvents: OrderEvents;
  readonly clock: Clock;
  readonly log: Logger;
};

/** Synchronises the dispute of an order with the provider. */
const followDisputes = (orders: OrderStore, { providers, settle, orderEvents, clock, log }: Deps) => {
  /** Stores the state of a dispute; a lost one counts as returned money. */
  const noteDispute = async (order: Order, { id, state, reported }: ReportedDispute): Promise<Order> => {
    const dispute = { id, state, at: clock.now() };
    const noted = await orders.noteDispute(order._id, dispute, orderEvents.updated(order));
    if (noted) log.warn({ orderId: order._id, provider: order.provider, state }, 'payment disputed');
    if (state !== 'lost') return noted ?? order;
    const key = `${order.provider}:dispute:${id}`;
    const returns = [{ id, kind: 'dispute', reported }] as const;
    return settle(noted ?? order, { key, outcome: 'refunded', orderId: order._id, reported, returns });
  };

  const queryDispute = async (order: Order): Promise<Order> => {
    const reference = order.reference ?? order._id;
    const dispute = await providers[order.provider].readDispute({ orderId: order._id, reference });
    return dispute ? noteDispute(order, dispute) : order;
  };
  return { noteDispute, queryDispute };
};

/** Sends a refund to the provider, which creates each refund id once, and stores the state it answers. */
const carryOutRefund =
  (orders: OrderStore, { providers, orderEvents, clock, log }: Deps) =>
  async (order: Order, reference: string, refund: Refund): Promise<void> => {
    const { id: refundId, amountMinor } = refund;
    await orders.endPaidTwice(order._id);
    failpoint('payments.refund-kept-before-provider');
    const { state, code } = await providers[order.provider].refund({
      orderId: order._id,
      reference,
      refundId,
      amount: { minor: amountMinor, currency: order.amount.currency },
      number: order.number,
      attempt: String(order.followUpAt?.getTime() ?? 0),
    });
    failpoint('payments.refund-provider-before-kept');
    const moved = await orders.refundMoved(order, refund, {
      to: state,
      at: clock.now(),
      messages: orderEvents.updated(order),
    });
    if (moved)
      log.info({ orderId: order._id, provider: order.provider, state, code }, 'refund state changed');
  };

export type FollowRefunds = ReturnType<typeof followRefunds>;

/**
 * Synchronises refunds and disputes of an order with the provider. Admin requests, webhooks and the sweeper call it,
 * concurrently and repeatedly: the provider creates each refund id once, and its records decide the state.
 */
export const followRefunds = (orders: OrderStore, deps: Deps) => {
  const { providers, settle, clock, log } = deps;
  const { noteDispute, queryDispute } = followDisputes(orders, deps);
  const carryOut = carryOutRefund(orders, deps);

  /** Follows up all open refunds and disputes of an order. @throws Refusal provider-failed when the provider does not answer */
  const follow = async (order: Order): Promise<Order> => {
    const { reference } = order;
    if (reference === null) return order;
    for (const refund of refundsUnderWay(order)) await carryOut(order, reference, refund);
    const isDisputed =
      order.dispute?.state === 'open' ||
      (order.dispute?.state === 'lost' && isUnreported(order, clock.now()));
    const queried = isDisputed ? await queryDispute(order) : order;
    const paymentStatus = await providers[order.provider].readPayment({ orderId: order._id, reference });
    await settle((await orders.byId(queried._id)) ?? queried, paymentStatus);
    return (await orders.byId(order._id)) ?? order;
  };

  const look = async (order: Order): Promise<void> => {
    const now = clock.now();
    const next = nextFollowUp(underWaySince(order) ?? order.refundedAt ?? order.paidAt ?? now, now);
    if (!(await orders.takeFollowUp(order, next))) return;
    const isOver = (one: Order): boolean => underWaySince(one) === null && !isUnreported(one, now);
    const after = isOver(order) ? order : await follow(order);
    if (isOver(after)) await orders.endFollowUp(order._id, next);
  };

  let isCaughtUp = false;

  const sweep = async (signal: AbortSignal): Promise<void> => {
    if (!isCaughtUp) await orders.followUnreported(clock.now());
    isCaughtUp = true;
    for (const order of await orders.toFollow(clock.now(), BATCH)) {
      if (signal.aborted) return;
      await look(order).catch((err: unknown) => {
        const isAway = err instanceof Refusal && err.code === 'provider-failed';
        if (!isAway) log.warn({ err, orderId: order._id }, 'refund check failed');
      });
    }
  };

  return { follow, noteDispute, queryDispute, sweep };
};
