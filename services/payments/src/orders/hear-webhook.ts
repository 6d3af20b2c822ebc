import type { IncomingHttpHeaders } from 'node:http';
import { type Clock, failpoint, type Logger, Refusal } from '@satrangi/chassis';
import type { Provider } from '@satrangi/contracts';
import type { Notice, PaymentProvider } from '../providers/provider.ts';
import type { FollowRefunds } from '../refunds/follow-refunds.ts';
import { refundsUnderWay } from '../refunds/refunds.rules.ts';
import type { Order } from './order.rules.ts';
import { isGoodAsItIs } from './orders.rules.ts';
import type { OrderStore } from './orders.store.ts';
import type { SettleOrder } from './settle-order.ts';

export type HearWebhook = (name: Provider, raw: Uint8Array, headers: IncomingHttpHeaders) => Promise<void>;

/**
 * A signed webhook is answered only when what it says is kept, or changes nothing. An order that is not known (yet)
 * and a store or provider that does not answer are told "later": the provider says it again, and the sweeper asks
 * anyway.
 * @throws Refusal invalid-signature, unavailable
 */
export const hearWebhook = (
  orders: OrderStore,
  {
    providers,
    settle,
    refunds,
    clock,
    log,
  }: {
    providers: Record<Provider, PaymentProvider>;
    settle: SettleOrder;
    refunds: FollowRefunds;
    clock: Clock;
    log: Logger;
  },
): HearWebhook => {
  const orderOf = async (name: Provider, { reference, observation }: Notice): Promise<Order | null> => {
    const named = observation.orderId ? await orders.byId(observation.orderId) : null;
    const order = named ?? (reference ? await orders.byReference(reference) : null);
    return order?.provider === name ? order : null;
  };

  /** Fresh: kept as it was said. Stale: only a hint, so the provider itself is asked how the dispute stands. */
  const hearDispute = async (order: Order, notice: Notice, isFresh: boolean): Promise<void> => {
    const { dispute, observation } = notice;
    if (!dispute) return;
    if (!isFresh) await refunds.askDispute(order);
    else if (observation.outcome === 'refunded' && observation.reported)
      await refunds.noteDispute(order, { ...dispute, reported: observation.reported });
    else await refunds.noteDispute(order, { ...dispute, reported: { minor: 0, currency: '' } });
  };

  const actOn = async (name: Provider, notice: Notice, isFresh: boolean): Promise<void> => {
    const order = await orderOf(name, notice);
    if (!order) throw new Refusal('unavailable', 'This order is not known yet');
    const { observation } = notice;
    const reference = order.reference ?? notice.reference;
    if (reference === null) throw new Refusal('unavailable', 'This order is not known yet');
    if (notice.reference !== null && notice.reference !== reference) {
      // Money that names this order but came by a payment we never started: a person must look.
      if (isFresh && observation.outcome === 'paid') await settle(order, { ...observation, orderId: null });
      return;
    }
    if (order.reference === null) await orders.learnReference(order._id, reference);
    const known = { ...order, reference };
    if (notice.dispute) return hearDispute(known, notice, isFresh);
    const told = { ...observation, orderId: observation.orderId ?? order._id };
    const learnt = isGoodAsItIs(known, told, isFresh)
      ? told
      : await providers[name].readPayment({ orderId: order._id, reference });
    const settled = await settle(known, learnt);
    // Money on its way back: this may be the news of a refund that was asked for here.
    const isWaitedFor = notice.isAboutRefunds || observation.outcome === 'refunded';
    if (isWaitedFor && refundsUnderWay(settled).length > 0) await refunds.follow(settled);
  };

  return async (name, raw, headers) => {
    const { isFresh, notice } = providers[name].readWebhook(raw, headers, clock.now());
    if (!notice) return;
    failpoint('payments.webhook-verified-before-commit');
    try {
      await actOn(name, notice, isFresh);
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error, provider: name }, 'webhook not kept');
      throw error instanceof Refusal && error.code === 'unavailable'
        ? error
        : new Refusal('unavailable', 'Not available right now', { retryAfter: 60 });
    }
    failpoint('payments.committed-before-200');
  };
};
