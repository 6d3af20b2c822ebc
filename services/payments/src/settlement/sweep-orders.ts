import { type Clock, failpoint, type Logger } from '@satrangi/chassis';
import type { Provider } from '@satrangi/contracts';
import { type Order, type SettleOrder, waitingSince } from '../orders/order.rules.ts';
import type { OrderEvents } from '../orders/order-events.ts';
import { isAbandoned, isOverdue, scheduleNextCheck } from '../orders/order-lifecycle.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { lateSchedules } from './late-schedules.ts';

/** Limits of concurrent provider requests, and of orders in one batch and one sweep. */
const AT_ONCE = 8;
const BATCH = 200;
const TURNS = 25;
const LAST_LOOK_AGAIN_MS = 60 * 60_000;

type Deps = {
  providers: Record<Provider, PaymentProvider>;
  settle: SettleOrder;
  orderEvents: OrderEvents;
  clock: Clock;
  log: Logger;
};

/**
 * Checks each order whose `nextCheckAt` has passed, so that nothing depends on a webhook or an event that was lost. A
 * paid order that is not granted is republished. An unpaid one is read from its provider, and expires after a day.
 * Several processes may sweep at once: the one that reschedules an order checks it.
 */
export const sweepOrders = (orders: OrderStore, { providers, settle, orderEvents, clock, log }: Deps) => {
  const queryProvider = async (order: Order): Promise<Order> => {
    const { reference } = order;
    if (reference === null) return order;
    const paymentStatus = await providers[order.provider].readPayment({ orderId: order._id, reference });
    failpoint('payments.sweeper-read-before-commit');
    return settle(order, paymentStatus);
  };

  const expire = (order: Order): Promise<Order> =>
    settle(order, { key: `expired:${order._id}`, outcome: 'expired', orderId: order._id, reported: null });

  const check = async (order: Order): Promise<void> => {
    const now = clock.now();
    const nextCheckAt = scheduleNextCheck(order.state, waitingSince(order), now);
    if (order.state === 'paid') {
      const event = order.fulfilledAt === null ? orderEvents.granting(order) : null;
      const taken = await orders.reschedule(order, event && nextCheckAt, event ? { events: [event] } : {});
      if (taken && event) log.warn({ orderId: order._id }, 'paid order republished');
      return;
    }
    // the last look is taken again when the provider does not answer
    const taken = await orders.reschedule(order, nextCheckAt ?? new Date(now.getTime() + LAST_LOOK_AGAIN_MS));
    if (!taken) return;
    const settled = await queryProvider(taken).catch((error: unknown) => {
      // a provider that does not know it any more, as after a change of accounts, is not asked for ever
      if (!isAbandoned(order.createdAt, now)) throw error;
      return taken;
    });
    if (isOverdue(settled.state, settled.createdAt, now)) await expire(settled);
    if (nextCheckAt !== null || settled.state !== taken.state) return;
    // nobody waits for this money any more: the address of the reader is not kept
    if (order.gift?.email) await orders.giftMailDone(order._id, 'not-sent');
    await orders.reschedule(taken, null);
  };

  const checkAll = async (due: Order[], signal: AbortSignal): Promise<void> => {
    const worker = async (): Promise<void> => {
      for (let order = due.shift(); order && !signal.aborted; order = due.shift()) {
        const { _id: orderId } = order;
        await check(order).catch((err: unknown) => log.warn({ err, orderId }, 'order check failed'));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };

  const checkDue = async (signal: AbortSignal): Promise<void> => {
    for (let turn = 0; turn < TURNS && !signal.aborted; turn += 1) {
      const due = await orders.due(clock.now(), BATCH);
      const isLast = due.length < BATCH;
      await checkAll(due, signal);
      if (isLast) return;
    }
  };

  return { checkDue, checkScheduledTooLate: lateSchedules(orders, clock, checkAll) };
};
