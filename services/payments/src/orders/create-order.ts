import { createHash, randomBytes } from 'node:crypto';
import { type Clock, type Ids, Refusal } from '@satrangi/chassis';
import {
  type Format,
  formats,
  type MediaId,
  OrderId,
  paiseOf,
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
import { type Order, orderNumber } from './order.rules.ts';
import { isOpen, nextLook, ranks } from './orders.rules.ts';
import type { OrderStore } from './orders.store.ts';
import {
  believed,
  isIdempotencyKey,
  isObjection,
  type Plan,
  type PurchaseRequest,
  planPurchase,
  pressOf,
} from './purchase.rules.ts';
import type { StartOrder } from './start-order.ts';

type Identity = { readonly idempotencyKey: string; readonly fingerprint: string; readonly isGiven: boolean };

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const identify = (
  given: string | undefined,
  request: PurchaseRequest,
  userId: string,
  now: Date,
): Identity => {
  if (given === undefined) {
    const press = digest(pressOf(request, userId, now));
    return { idempotencyKey: `press:${press}`, fingerprint: press, isGiven: false };
  }
  if (!isIdempotencyKey(given))
    throw new Refusal('validation-failed', 'Idempotency-Key must have 1 to 255 characters', {
      errors: [
        { pointer: '/headers/idempotency-key', detail: 'Idempotency-Key must have 1 to 255 characters' },
      ],
    });
  return { idempotencyKey: `key:${given}`, fingerprint: digest(JSON.stringify(request)), isGiven: true };
};

const alreadyOwned = (detail: string): Refusal => new Refusal('already-owned', detail);

export type CreateOrder = (
  request: PurchaseRequest,
  userId: UserId,
  idempotencyKey: string | undefined,
) => Promise<StartedPayment>;

/**
 * Makes an order at the catalog's price and starts it with the provider. The order is kept before the provider hears
 * of it, so that no money can arrive for an order nobody knows. A repeated request gets the answer of the first.
 */
export const createOrder = (
  { orders, media, owned }: { orders: OrderStore; media: MediaStore; owned: OwnedStore },
  {
    start,
    clock,
    ids,
    isOn,
    origins,
  }: { start: StartOrder; clock: Clock; ids: Ids; isOn: IsOn; origins: readonly string[] },
): CreateOrder => {
  const plan = (request: PurchaseRequest, userId: UserId): Plan => {
    const planned = planPurchase(request, userId, origins);
    if (!isObjection(planned)) return planned;
    const { code, detail, pointer } = planned;
    throw new Refusal(code, detail, pointer ? { errors: [{ pointer, detail }] } : {});
  };

  /** @throws Refusal unless the buyer has none of the items, neither granted nor paid for */
  const refuseOwned = (
    items: readonly PricedItem[],
    userId: UserId,
    ownedKeys: ReadonlySet<string>,
  ): void => {
    const has = items.some(({ mediaId, format }) => ownedKeys.has(holdingKey({ userId, mediaId, format })));
    if (has)
      throw alreadyOwned(
        items.length > 1 ? 'You already own one of these items' : 'You already own this item',
      );
  };

  const ownedBy = async (userId: UserId, mediaIds: MediaId[]): Promise<Set<string>> => {
    const possible = mediaIds.flatMap((mediaId) =>
      formats.map((format: Format) => ({ userId, mediaId, format })),
    );
    const [granted, bought] = await Promise.all([owned.among(possible), orders.bought(userId, mediaIds)]);
    const paid = bought.flatMap(({ items }) =>
      items.map(({ mediaId, format }) => ({ userId, mediaId, format })),
    );
    return new Set([...granted, ...paid.map(holdingKey)]);
  };

  const document = (
    { items, total }: Priced,
    planned: Plan,
    userId: UserId,
    { idempotencyKey, fingerprint }: Identity,
  ): Order & { starting: string } => {
    const createdAt = clock.now();
    const { provider, country, returnOrigin, buyer } = planned;
    return {
      _id: OrderId.parse(ids.newId()),
      number: orderNumber(randomBytes(8)),
      userId,
      items,
      amount: total,
      totalPaise: paiseOf(total),
      country,
      provider,
      returnOrigin,
      buyer,
      idempotencyKey,
      fingerprint,
      state: 'pending',
      rank: ranks.pending,
      starting: ids.newId(),
      reference: null,
      secret: null,
      createdAt,
      paidAt: null,
      fulfilledAt: null,
      refundedAt: null,
      lookAt: nextLook('pending', createdAt, createdAt),
      receipt: 'none',
    };
  };

  const again = (existing: Order, { fingerprint }: Identity): Promise<StartedPayment> => {
    if (existing.fingerprint !== fingerprint)
      throw new Refusal('idempotency-mismatch', 'The same key came with another request');
    return start.resume(existing);
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

  return async (request, userId, given) => {
    const planned = plan(request, userId);
    const identity = identify(given, request, userId, clock.now());
    const mediaIds = [...new Set(request.items.map(({ mediaId }) => mediaId))];
    const [mediaById, ownedKeys] = await Promise.all([media.byIds(mediaIds), ownedBy(userId, mediaIds)]);
    const first = () => orders.byKey(userId, identity.idempotencyKey);

    let priced: Priced;
    try {
      priced = quote(request, userId, planned, mediaById, ownedKeys);
    } catch (refusal) {
      // A repeated request may find its item sold to this very buyer, or gone: it still gets the first answer.
      const existing = await first();
      if (existing && (identity.isGiven || isOpen(existing.state))) return again(existing, identity);
      throw refusal;
    }
    for (;;) {
      const order = document(priced, planned, userId, identity);
      if (await orders.add(order)) return start.begin(order, order.starting);
      const existing = await first();
      if (existing) return again(existing, identity);
      // Only the short number was taken: draw another one.
    }
  };
};
