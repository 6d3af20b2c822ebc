import { randomBytes } from 'node:crypto';
import { type Clock, correlateOrder, type Ids, type Logger, Refusal } from '@satrangi/chassis';
import {
  GIFT_CODE_LENGTH,
  type Money,
  OrderId,
  type PaymentRequest,
  paiseOf,
  type StartedPayment,
  type UserId,
} from '@satrangi/contracts';
import {
  canResume,
  codeOf,
  type GiftCode,
  type Order,
  orderNumber,
  type SettleOrder,
} from '../orders/order.rules.ts';
import { isOpen, ranks, scheduleNextCheck } from '../orders/order-lifecycle.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { PricedItem } from '../pricing/pricing.rules.ts';
import { digest, type Identity } from './idempotency-keys.ts';
import { orderOver } from './order-over.ts';
import { isObjection, type Plan, planPayment } from './purchase.rules.ts';
import type { RefuseErased } from './refuse-erased.ts';
import type { StartOrder } from './start-order.ts';

export type Draft = {
  readonly purpose: Order['purpose'] & string;
  readonly userId: UserId | null;
  readonly items: PricedItem[];
  readonly amount: Money;
  readonly plan: Plan;
  /** Key of buyer and items, unique among open orders; absent: no limit. */
  readonly basket?: string;
  readonly runPage?: string;
  readonly runDraftId?: string;
  /** A gift: where its code is mailed; null: nowhere. */
  readonly giftEmail?: string | null;
};

/** @throws Refusal when this request may not be paid */
export const planOrRefuse = (
  request: PaymentRequest,
  userId: UserId | null,
  origins: readonly string[],
): Plan => {
  const planned = planPayment(request, userId, origins);
  if (!isObjection(planned)) return planned;
  const { code, detail, pointer } = planned;
  throw new Refusal(code, detail, pointer ? { errors: [{ pointer, detail }] } : {});
};

export const ownedText = (items: readonly unknown[]): string =>
  items.length > 1 ? 'You already own one of these items' : 'You already own this item';

const newGift = (email: string | null): GiftCode => ({
  code: codeOf(randomBytes(GIFT_CODE_LENGTH)),
  email,
  mail: email === null ? 'none' : 'waiting',
  redeemedBy: null,
  redeemedAt: null,
});

/** The order of a draft, with the lease of its first start. */
const newOrder = (
  draft: Draft,
  { idempotencyKey, fingerprint }: Identity,
  { clock, ids }: { clock: Clock; ids: Ids },
): Order & { starting: string } => {
  const createdAt = clock.now();
  const { purpose, userId, items, amount, plan, basket, runPage, runDraftId, giftEmail } = draft;
  const { provider, country, returnOrigin, buyer } = plan;
  return {
    _id: OrderId.parse(ids.newId()),
    number: orderNumber(randomBytes(8)),
    purpose,
    userId,
    items,
    amount,
    totalPaise: paiseOf(amount),
    country,
    provider,
    returnOrigin,
    buyer,
    idempotencyKey,
    fingerprint,
    ...(basket === undefined ? {} : { basket: digest(basket) }),
    ...(runPage === undefined ? {} : { runPage }),
    ...(runDraftId === undefined ? {} : { runDraftId }),
    ...(giftEmail === undefined ? {} : { gift: newGift(giftEmail) }),
    state: 'pending',
    rank: ranks.pending,
    starting: ids.newId(),
    reference: null,
    secret: null,
    createdAt,
    paidAt: null,
    fulfilledAt: null,
    refundedAt: null,
    nextCheckAt: scheduleNextCheck('pending', createdAt, createdAt),
    receipt: 'none',
  };
};

export type PlaceOrder = ReturnType<typeof placeOrder>;

type Deps = {
  readonly start: StartOrder;
  readonly settle: SettleOrder;
  readonly announce: (orderId: OrderId) => void;
  readonly refuseErased: RefuseErased;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
};

/**
 * Stores an order and starts its payment. The order is stored before the provider is called, so that no money arrives
 * for an unknown order. A repeated request gets the first response; a buyer with the same basket resumes
 * the order that is still open.
 */
export const placeOrder = (orders: OrderStore, deps: Deps) => {
  const { start, settle, announce, refuseErased, clock, ids, log } = deps;
  /** The order of an earlier request with the same key; null for a first request. */
  const first = (userId: UserId | null, { idempotencyKey }: Identity): Promise<Order | null> =>
    orders.byKey(userId, idempotencyKey);

  const again = (existing: Order, { idempotencyKey, fingerprint }: Identity): Promise<StartedPayment> => {
    const requestKey = [existing, ...(existing.alsoAsked ?? [])].find(
      (one) => one.idempotencyKey === idempotencyKey,
    );
    if (requestKey && requestKey.fingerprint !== fingerprint)
      throw new Refusal('idempotency-mismatch', 'The same key came with another request');
    if (existing.state === 'expired' && existing.cancelledAt) throw orderOver(existing);
    return start.resume(existing);
  };

  /**
   * Another open order has the same basket. It is resumed when price and provider are unchanged; else it
   * expires, and money that arrives for it is late money. Null: try again.
   */
  const resumeOpen = async (
    open: Order,
    draft: Draft,
    identity: Identity,
  ): Promise<StartedPayment | null> => {
    const { amount, provider } = open;
    const isSame =
      provider === draft.plan.provider &&
      amount.minor === draft.amount.minor &&
      amount.currency === draft.amount.currency;
    if (isSame && canResume(open, clock.now())) {
      const requestKey = identity.isGiven
        ? { idempotencyKey: identity.idempotencyKey, fingerprint: identity.fingerprint }
        : null;
      if (await orders.resumeOpen(open._id, requestKey, draft.plan.buyer)) {
        await refuseErased(draft.userId);
        return start.resume(open);
      }
    } else {
      const observation = { outcome: 'expired', orderId: open._id, reported: null } as const;
      await settle(open, { ...observation, key: `given-up:${open._id}` });
    }
    const now = await orders.byId(open._id);
    if (now?.state === 'paid') throw new Refusal('already-owned', ownedText(draft.items));
    return null;
  };

  /** @throws Refusal already-owned, idempotency-mismatch, still-running, too-late, not-authenticated, provider-failed */
  const place = async (draft: Draft, identity: Identity): Promise<StartedPayment> => {
    for (let requestKey = identity; ; ) {
      const order = newOrder(draft, requestKey, { clock, ids });
      if (await orders.add(order)) {
        await refuseErased(draft.userId);
        correlateOrder(order._id);
        log.info({ provider: order.provider }, 'order created');
        announce(order._id);
        return start.begin(order, order.starting);
      }
      const existing = await first(draft.userId, requestKey);
      if (existing) {
        const isMeant = draft.purpose === 'purchase' || isOpen(existing.state);
        if (requestKey.isGiven || (isMeant && existing.state !== 'expired'))
          return again(existing, requestKey);
        // A second contribution within a minute is a new order, and so is a purchase after an expired order.
        requestKey = { ...requestKey, idempotencyKey: `${identity.idempotencyKey}:${ids.newId()}` };
        continue;
      }
      const open = order.basket ? await orders.openWith(order.basket) : null;
      const answer = open ? await resumeOpen(open, draft, requestKey) : null;
      if (answer) return answer;
      // The order number was in use, or the open order has just changed state: try again.
    }
  };

  return { first, again, place };
};
