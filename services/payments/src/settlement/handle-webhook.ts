import type { IncomingHttpHeaders } from 'node:http';
import { type Clock, correlateOrder, failpoint, type Logger, Refusal } from '@satrangi/chassis';
import type { Provider } from '@satrangi/contracts';
import type { Order, SettleOrder } from '../orders/order.rules.ts';
import { isTrustedObservation } from '../orders/order-lifecycle.rules.ts';
import { refundsUnderWay } from '../orders/order-refunds.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { PaymentProvider, WebhookEvent } from '../providers/provider.ts';
import type { FollowRefunds } from '../refunds/follow-refunds.ts';

export type HandleWebhook = (name: Provider, raw: Uint8Array, headers: IncomingHttpHeaders) => Promise<void>;

type Deps = {
  providers: Record<Provider, PaymentProvider>;
  settle: SettleOrder;
  refunds: FollowRefunds;
  clock: Clock;
  log: Logger;
};

/**
 * A signed webhook is acknowledged only when its content is stored, or changes nothing. An unknown order, and an
 * unavailable store or provider, give a 503: the provider retries, and the sweeper checks the order in any case.
 * @throws Refusal invalid-signature, unavailable
 */
export const handleWebhook = (
  orders: OrderStore,
  { providers, settle, refunds, clock, log }: Deps,
): HandleWebhook => {
  const orderOf = async (name: Provider, { reference, observation }: WebhookEvent): Promise<Order | null> => {
    const named = observation.orderId ? await orders.byId(observation.orderId) : null;
    const order = named ?? (reference ? await orders.byReference(reference) : null);
    return order?.provider === name ? order : null;
  };

  /** Fresh: stored directly. Stale, or lost without the amount: the dispute is read from the provider. */
  const handleDispute = async (order: Order, event: WebhookEvent, isFresh: boolean): Promise<void> => {
    const { dispute, observation } = event;
    if (!dispute) return;
    if (isFresh && observation.outcome === 'refunded' && observation.reported)
      await refunds.noteDispute(order, { ...dispute, reported: observation.reported });
    else if (!isFresh || dispute.state === 'lost') await refunds.queryDispute(order);
    else await refunds.noteDispute(order, { ...dispute, reported: { minor: 0, currency: '' } });
  };

  const actOn = async (name: Provider, event: WebhookEvent, isFresh: boolean): Promise<void> => {
    const order = await orderOf(name, event);
    if (!order) throw new Refusal('unavailable', 'This order is not known yet');
    correlateOrder(order._id);
    const { observation } = event;
    const reference = order.reference ?? event.reference;
    if (reference === null) throw new Refusal('unavailable', 'This order is not known yet');
    if (event.reference !== null && event.reference !== reference) {
      // A payment for this order that we did not start: an admin must check.
      if (isFresh && observation.outcome === 'paid') await settle(order, { ...observation, orderId: null });
      return;
    }
    if (order.reference === null) await orders.learnReference(order._id, reference);
    const known = { ...order, reference };
    if (event.dispute) return handleDispute(known, event, isFresh);
    const observed = { ...observation, orderId: observation.orderId ?? order._id };
    const learnt = isTrustedObservation(known, observed, isFresh)
      ? observed
      : await providers[name].readPayment({ orderId: order._id, reference });
    const settled = await settle(known, learnt);
    // The webhook may report a refund that was requested here.
    const isWaitedFor = event.isAboutRefunds || observation.outcome === 'refunded';
    if (isWaitedFor && refundsUnderWay(settled).length > 0) await refunds.follow(settled);
  };

  return async (name, raw, headers) => {
    const { isFresh, event } = providers[name].readWebhook(raw, headers, clock.now());
    if (!event) return;
    failpoint('payments.webhook-verified-before-commit');
    try {
      await actOn(name, event, isFresh);
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error, provider: name }, 'webhook handling failed');
      throw error instanceof Refusal && error.code === 'unavailable'
        ? error
        : new Refusal('unavailable', 'Not available right now', { retryAfter: 60 });
    }
    failpoint('payments.committed-before-200');
  };
};
