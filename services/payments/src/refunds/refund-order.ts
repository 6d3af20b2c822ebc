import { createHash } from 'node:crypto';
import { type Clock, type Logger, Refusal } from '@satrangi/chassis';
import { formatMoney, giftTexts, type Provider, type UserId } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import type { OrderEvents } from '../orders/order-events.ts';
import { isRefundable, leftToRefund, nextFollowUp, type Refund } from '../orders/order-refunds.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import type { FollowRefunds } from './follow-refunds.ts';

export type RefundRequest = {
  readonly orderId: string;
  readonly reason: string;
  /** Minor units; the remaining amount when absent. */
  readonly amountMinor: number | undefined;
  /** What the admin saw as left to give back: a refund made since then refuses this one. */
  readonly leftMinor?: number | undefined;
  readonly by: UserId | 'system';
  /** Refuses a gift whose code was redeemed. */
  readonly isUnredeemed?: boolean;
  readonly idempotencyKey: string | undefined;
};

/** 22 characters, which both providers accept as a refund id. */
const refundId = (request: RefundRequest): string => {
  const what = request.idempotencyKey ?? [request.amountMinor ?? 'all', request.reason];
  return createHash('sha256')
    .update(JSON.stringify([request.orderId, what]))
    .digest('base64url')
    .slice(0, 22);
};

/** The refusal of an answer to an order that another admin has answered. */
export const changedSince = (): Refusal =>
  new Refusal('version-conflict', 'This order has changed since you opened it');

/** The refusal of a refund of a gift whose code was redeemed. */
export const alreadyOpened = (): Refusal => new Refusal('too-late', giftTexts.openedNoRefund);

export type RefundOrder = ReturnType<typeof refundOrder>;

type Deps = {
  providers: Record<Provider, PaymentProvider>;
  follow: FollowRefunds;
  orderEvents: OrderEvents;
  clock: Clock;
  log: Logger;
};

/**
 * Promises a refund in the order, then creates it at the provider. The sweeper completes an interrupted refund; a repeat
 * is the same refund. In the response, `asked` means that the provider was not reached yet.
 */
export const refundOrder = (orders: OrderStore, { providers, follow, orderEvents, clock, log }: Deps) => {
  /** The received amount without further payments: that of the order, or for a mismatch what the provider reports. */
  const arrivedOf = async (order: Order): Promise<number> => {
    const { state, amount, reference, paidAgainMinor = 0 } = order;
    if (state !== 'mismatch' || reference === null) return amount.minor;
    const { reported, payments = [] } = await providers[order.provider].readPayment({
      orderId: order._id,
      reference,
    });
    if (payments.length < 2) return reported?.minor ?? amount.minor;
    return payments.reduce((sum, one) => sum + one.reported.minor, 0) - paidAgainMinor;
  };

  const amountOf = (order: Order, arrivedMinor: number, { amountMinor }: RefundRequest): number => {
    const left = leftToRefund({ ...order, amount: { ...order.amount, minor: arrivedMinor } });
    if (amountMinor === undefined) return left;
    if (amountMinor <= left) return amountMinor;
    const detail = `At most ${formatMoney({ ...order.amount, minor: left })} is left to give back`;
    throw new Refusal('validation-failed', detail, { errors: [{ pointer: '/body/amountMinor', detail }] });
  };

  const carryOut = async (order: Order): Promise<Order> => {
    try {
      return await follow.follow(order);
    } catch (error) {
      // The promise is stored: the sweeper creates the refund when the provider is available.
      if (!(error instanceof Refusal)) throw error;
      log.warn({ orderId: order._id, provider: order.provider }, 'refund postponed: provider unavailable');
      return (await orders.byId(order._id)) ?? order;
    }
  };

  /** With the refunds that were made at the provider; as it is stored while the provider does not answer. */
  const asAtProvider = (order: Order): Promise<Order> =>
    follow.follow(order).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return order;
    });

  /** @throws Refusal not-found, payment-not-complete, validation-failed, version-conflict */
  return async (request: RefundRequest): Promise<Order> => {
    const found = await orders.byId(request.orderId);
    if (!found) throw new Refusal('not-found', 'Order not found');
    const id = refundId(request);
    if (found.refunds?.some((known) => known.id === id)) return carryOut(found);
    const isGuarded = request.leftMinor !== undefined;
    const order = isGuarded && isRefundable(found) ? await asAtProvider(found) : found;
    if (order.state === 'refunded' && !isRefundable(order)) return order;
    if (!isRefundable(order)) throw new Refusal('payment-not-complete', 'Only a paid order can be refunded');
    if (request.leftMinor !== undefined && request.leftMinor !== leftToRefund(order)) throw changedSince();
    const arrivedMinor = await arrivedOf(order);
    const amountMinor = amountOf(order, arrivedMinor, request);
    if (amountMinor === 0) return order;
    const now = clock.now();
    const { reason, by } = request;
    const refund: Refund = { id, amountMinor, reason, by, state: 'asked', askedAt: now, doneAt: null };
    const messages = orderEvents.updated(order);
    const limits = {
      arrivedMinor: arrivedMinor + (order.paidAgainMinor ?? 0),
      followUpAt: nextFollowUp(now, now),
      ...(isGuarded
        ? { promisedBefore: order.promisedMinor ?? null, refundedBefore: order.refundedMinor ?? null }
        : {}),
      ...(request.isUnredeemed ? { isUnredeemed: true } : {}),
    };
    const promised = await orders.promiseRefund(order, refund, limits, messages);
    if (promised) log.info({ orderId: order._id, provider: order.provider }, 'refund recorded');
    if (promised) return carryOut(promised);
    const latest = (await orders.byId(order._id)) ?? order;
    if (request.isUnredeemed && latest.gift?.redeemedAt) throw alreadyOpened();
    if (isGuarded && !latest.refunds?.some((known) => known.id === id)) throw changedSince();
    return carryOut(latest);
  };
};
