import { type Clock, failpoint, type Logger } from '@satrangi/chassis';
import type { Provider } from '@satrangi/contracts';
import type { PaymentProvider } from '../providers/provider.ts';
import type { Order } from './order.rules.ts';
import type { OrderFacts } from './order-facts.ts';
import { isOverdue, nextLook } from './orders.rules.ts';
import type { OrderStore } from './orders.store.ts';
import type { SettleOrder } from './settle-order.ts';

/** Questions to the providers at once, and orders in one turn: a long queue is worked off, never all at once. */
const AT_ONCE = 8;
const BATCH = 200;
const TURNS = 25;

/**
 * The proof that nothing is lost: every event only makes it faster. Looks at each order whose time has come: one that
 * is paid but not granted is announced again, one that is not paid is asked about at its provider, and given up after
 * a day. Several processes may sweep at once: an order is looked at by the one that puts off its next look.
 */
export const sweepOrders = (
  orders: OrderStore,
  {
    providers,
    settle,
    facts,
    clock,
    log,
  }: {
    providers: Record<Provider, PaymentProvider>;
    settle: SettleOrder;
    facts: OrderFacts;
    clock: Clock;
    log: Logger;
  },
) => {
  const ask = async (order: Order): Promise<Order> => {
    const { reference } = order;
    if (reference === null) return order;
    const reading = await providers[order.provider].readPayment({ orderId: order._id, reference });
    failpoint('payments.sweeper-read-before-commit');
    return settle(order, reading);
  };

  const expire = (order: Order): Promise<Order> =>
    settle(order, { key: `expired:${order._id}`, outcome: 'expired', orderId: order._id, reported: null });

  const look = async (order: Order): Promise<void> => {
    const now = clock.now();
    const lookAt = nextLook(order.state, order.paidAt ?? order.createdAt, now);
    if (order.state === 'paid') {
      const again = order.fulfilledAt === null;
      const said = again ? { events: [facts.succeeded(order)] } : {};
      const taken = await orders.lookAgain(order, again ? lookAt : null, said);
      if (taken && again) log.warn({ orderId: order._id }, 'paid order announced again');
      return;
    }
    const taken = await orders.lookAgain(order, lookAt);
    if (!taken) return;
    const asked = await ask(taken);
    if (isOverdue(asked.state, asked.createdAt, now)) await expire(asked);
  };

  const lookAll = async (due: Order[], signal: AbortSignal): Promise<void> => {
    const lane = async (): Promise<void> => {
      for (let order = due.shift(); order && !signal.aborted; order = due.shift()) {
        const { _id: orderId } = order;
        await look(order).catch((err: unknown) => log.warn({ err, orderId }, 'order not looked at'));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  };

  return async (signal: AbortSignal): Promise<void> => {
    for (let turn = 0; turn < TURNS && !signal.aborted; turn += 1) {
      const due = await orders.due(clock.now(), BATCH);
      const isLast = due.length < BATCH;
      await lookAll(due, signal);
      if (isLast) return;
    }
  };
};
