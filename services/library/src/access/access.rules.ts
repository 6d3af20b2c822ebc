import type {
  EventOf,
  Format,
  giftRedeemed,
  LiveAudience,
  LiveMessage,
  MediaId,
  OrderId,
  StoredMediaType,
  UserId,
} from '@satrangi/contracts';
import { liveTypes } from '@satrangi/contracts';
import type { OwnedSnapshot } from './owned-snapshot.rules.ts';

/** An item in one format for one reader. */
export type HeldItem = {
  readonly userId: UserId;
  readonly mediaId: MediaId;
  readonly mediaType: StoredMediaType;
  readonly format: Format;
};

/** An item in one format, bought with one order. */
export type OrderedItem = HeldItem & { readonly orderId: OrderId };

/** A manual grant by an admin; `expiresAt` is the end of a loan (checklist LIB-14, LIB-15). */
export type Gift = {
  readonly id: string;
  readonly reason: string;
  /** Null after the account was deleted. */
  readonly by: UserId | null;
  readonly at: string;
  readonly expiresAt: string | null;
};

/**
 * One reader owns one item in one format, through orders (`paidBy`), a gift, or both. `refundedOrders` also holds
 * refunds that arrived before their payment. Invariant of every write: `revokedAt` is set exactly when `paidBy` is empty
 * and `gift` is null. Times are ISO 8601 in UTC with milliseconds, so they sort as text.
 */
export type Grant = {
  _id: string;
  userId: UserId;
  mediaId: MediaId;
  mediaType: StoredMediaType;
  format: Format;
  snapshot: OwnedSnapshot | null;
  paidBy: OrderId[];
  refundedOrders: OrderId[];
  gift: Gift | null;
  grantedAt: string;
  createdAt: string;
  revokedAt: string | null;
};

/** The idempotency key of a grant: a reader owns an item once per format, however often it is paid or redelivered. */
export const grantKey = ({ userId, mediaId, format }: Pick<Grant, 'userId' | 'mediaId' | 'format'>): string =>
  `${userId}:${mediaId}:${format}`;

type Purchase = {
  readonly data: Pick<EventOf<typeof giftRedeemed>['data'], 'userId' | 'orderId' | 'items'>;
};

/** The distinct items and formats of an order, in order of purchase. */
export const itemsOf = ({ data }: Purchase): OrderedItem[] => {
  const { userId, orderId } = data;
  const items = data.items.map(({ mediaId, mediaType, format }): OrderedItem => {
    return { userId, mediaId, mediaType, format, orderId };
  });
  return [...new Map(items.map((item) => [grantKey(item), item])).values()];
};

/** When the grant expires, as ISO 8601; null when it does not. A paid grant never expires. */
export const expiryOf = ({ paidBy, gift }: Pick<Grant, 'paidBy' | 'gift'>): string | null =>
  paidBy.length > 0 ? null : (gift?.expiresAt ?? null);

/** The fields of a grant that decide access. */
export type GrantState = Pick<Grant, 'revokedAt' | 'paidBy' | 'gift'>;

/** False when the grant was revoked or its loan has expired. */
export const isActiveGrant = (grant: GrantState, now: Date): boolean => {
  const expiresAt = expiryOf(grant);
  return grant.revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now.getTime());
};

/** The live message that makes this reader's open pages refetch, and only this reader's (checklist LIB-23). */
export const libraryUpdated = ({
  userId,
  mediaId,
}: Pick<Grant, 'userId' | 'mediaId'>): { message: LiveMessage; audience: LiveAudience } => ({
  message: { type: liveTypes.libraryUpdated, id: mediaId },
  audience: { to: 'user', userId },
});
