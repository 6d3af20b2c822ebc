import { Refusal } from '@satrangi/chassis';
import { type Currency, type Format, formats, type MediaId, type UserId } from '@satrangi/contracts';
import type { OrderStore } from '../orders/orders.store.ts';
import { holdingKey, type OwnedStore } from '../owned/owned.store.ts';
import {
  isClaimTrue,
  notFoundText,
  type Priced,
  type PricedItem,
  priceOf,
  type RequestedItem,
} from '../pricing/pricing.rules.ts';
import type { MediaStore } from '../pricing/pricing.store.ts';
import { ownedText } from './place-order.ts';

/** The requested items, and the amount shown on the page. */
export type Quotable = {
  readonly items: readonly RequestedItem[];
  readonly amount: string | number | undefined;
};

/** @param userId whose library it is for; null for a gift, which anybody may redeem */
export type QuotePurchase = (
  purchase: Quotable,
  userId: UserId | null,
  currency: Currency,
) => Promise<Priced>;

type Deps = {
  orders: OrderStore;
  media: MediaStore;
  owned: OwnedStore;
};

/**
 * Returns the current catalog price of a purchase.
 * @throws Refusal not-found, already-owned, price-not-available, price-changed
 */
export const quotePurchase = ({ orders, media, owned }: Deps): QuotePurchase => {
  const alreadyOwned = (detail: string): Refusal => new Refusal('already-owned', detail);

  /** @throws Refusal already-owned when the buyer owns or has paid for one of the items */
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
    const [granted, bought] = await Promise.all([owned.among(possible), orders.bought({ userId, mediaIds })]);
    const kept = bought.filter(({ heldBack }) => !heldBack);
    const paid = kept.flatMap(({ items }) =>
      items.map(({ mediaId, format }) => ({ userId, mediaId, format })),
    );
    return new Set([...granted, ...paid.map(holdingKey)]);
  };

  return async ({ items, amount }, userId, currency) => {
    const mediaIds = [...new Set(items.map(({ mediaId }) => mediaId))];
    const [mediaById, ownedKeys] = await Promise.all([
      media.byIds(mediaIds),
      userId === null ? null : ownedBy(userId, mediaIds),
    ]);
    const priced = priceOf(items, mediaById, currency);
    if ('kind' in priced) {
      if (priced.kind === 'unknown') throw new Refusal('not-found', notFoundText(priced.mediaType));
      if (priced.kind === 'free') throw alreadyOwned('This item is free');
      const detail = priced.kind === 'no-file' ? 'This title is not for sale yet' : 'Price not available';
      throw new Refusal('price-not-available', detail);
    }
    if (userId !== null && ownedKeys) refuseOwned(priced.items, userId, ownedKeys);
    if (isClaimTrue(amount, priced.items, mediaById)) return priced;
    throw new Refusal('price-changed', 'The price has changed', {
      data: { amount: priced.total.minor, currency },
    });
  };
};
