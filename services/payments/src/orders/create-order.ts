import { type Clock, Refusal } from '@satrangi/chassis';
import {
  type Format,
  formats,
  type MediaId,
  type PaymentRequest,
  type StartedPayment,
  type UserId,
} from '@satrangi/contracts';
import { holdingKey, type OwnedStore } from '../owned/owned.store.ts';
import {
  isClaimTrue,
  type Media,
  notFoundText,
  type Priced,
  type PricedItem,
  priceOf,
} from '../pricing/pricing.rules.ts';
import type { MediaStore } from '../pricing/pricing.store.ts';
import type { IsOn } from '../safety.ts';
import { isOpen } from './orders.rules.ts';
import type { OrderStore } from './orders.store.ts';
import { identify, ownedText, type PlaceOrder, planOrRefuse } from './place-order.ts';
import { basketOf, believed, type GivenRequest, type Plan, type PurchaseRequest } from './purchase.rules.ts';

const alreadyOwned = (detail: string): Refusal => new Refusal('already-owned', detail);

export type CreateOrder = (
  request: PaymentRequest,
  userId: UserId | null,
  idempotencyKey: string | undefined,
) => Promise<StartedPayment>;

/**
 * Makes an order and starts it with the provider: a purchase at the catalog's price and for somebody who is signed
 * in, a contribution or a run fee at the amount that was named.
 */
export const createOrder = (
  { orders, media, owned }: { orders: OrderStore; media: MediaStore; owned: OwnedStore },
  {
    place,
    clock,
    isOn,
    origins,
  }: { place: PlaceOrder; clock: Clock; isOn: IsOn; origins: readonly string[] },
): CreateOrder => {
  /** @throws Refusal unless the buyer has none of the items, neither granted nor paid for */
  const refuseOwned = (
    items: readonly PricedItem[],
    userId: UserId,
    ownedKeys: ReadonlySet<string>,
  ): void => {
    const has = items.some(({ mediaId, format }) => ownedKeys.has(holdingKey({ userId, mediaId, format })));
    if (has) throw alreadyOwned(ownedText(items));
  };

  const ownedBy = async (userId: UserId, mediaIds: MediaId[]): Promise<Set<string>> => {
    const possible = mediaIds.flatMap((mediaId) =>
      formats.map((format: Format) => ({ userId, mediaId, format })),
    );
    const [granted, bought] = await Promise.all([owned.among(possible), orders.bought(userId, mediaIds)]);
    const kept = bought.filter(({ heldBack }) => !heldBack);
    const paid = kept.flatMap(({ items }) =>
      items.map(({ mediaId, format }) => ({ userId, mediaId, format })),
    );
    return new Set([...granted, ...paid.map(holdingKey)]);
  };

  /** What it costs. @throws Refusal when it can not be sold to this buyer at the price their page showed */
  const quote = (
    request: PurchaseRequest,
    userId: UserId,
    { currency }: Plan,
    mediaById: ReadonlyMap<string, Media>,
    ownedKeys: ReadonlySet<string>,
  ): Priced => {
    const priced = priceOf(request.items, mediaById, currency);
    if ('kind' in priced) {
      if (priced.kind === 'unknown') throw new Refusal('not-found', notFoundText(priced.mediaType));
      if (priced.kind === 'free') throw alreadyOwned('This item is free');
      throw new Refusal('price-not-available', 'Price not available');
    }
    refuseOwned(priced.items, userId, ownedKeys);
    if (!isOn('price-lookup')) return { ...priced, total: believed(request.amount, priced.total) };
    if (isClaimTrue(request.amount, priced.items, mediaById)) return priced;
    throw new Refusal('price-changed', 'The price has changed', {
      data: { amount: priced.total.minor, currency },
    });
  };

  const buy = async (
    request: PurchaseRequest,
    userId: UserId,
    given: string | undefined,
  ): Promise<StartedPayment> => {
    const plan = planOrRefuse(request, userId, origins);
    const identity = identify(given, request, userId, clock.now());
    const mediaIds = [...new Set(request.items.map(({ mediaId }) => mediaId))];
    const [mediaById, ownedKeys] = await Promise.all([media.byIds(mediaIds), ownedBy(userId, mediaIds)]);
    let priced: Priced;
    try {
      priced = quote(request, userId, plan, mediaById, ownedKeys);
    } catch (refusal) {
      // A repeated request may find its item sold to this very buyer, or gone: it still gets the first answer.
      const existing = await place.first(userId, identity);
      if (existing && (identity.isGiven || isOpen(existing.state))) return place.again(existing, identity);
      throw refusal;
    }
    const { items, total: amount } = priced;
    const basket = isOn('one-open-order') ? { basket: basketOf(items, userId) } : {};
    return place.place({ purpose: 'purchase', userId, items, amount, plan, ...basket }, identity);
  };

  const give = async (
    request: GivenRequest,
    userId: UserId | null,
    given: string | undefined,
  ): Promise<StartedPayment> => {
    const plan = planOrRefuse(request, userId, origins);
    const identity = identify(given, request, userId, clock.now());
    const amount = { minor: request.amountMinor, currency: plan.currency };
    return place.place({ purpose: request.purpose, userId, items: [], amount, plan }, identity);
  };

  return async (request, userId, given) => {
    if (request.purpose !== 'purchase') return give(request, userId, given);
    if (userId === null) throw new Refusal('not-authenticated', 'Sign in first');
    return buy(request, userId, given);
  };
};
