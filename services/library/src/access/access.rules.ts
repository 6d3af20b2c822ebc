import {
  type CoverArt,
  type EventOf,
  type Format,
  joinedOf,
  type LiveAudience,
  type LiveMessage,
  liveTypes,
  type MediaId,
  type OrderId,
  type OwnedMedia,
  type paymentRefunded,
  type paymentSucceeded,
  type StoredMediaType,
  type UserId,
} from '@satrangi/contracts';

/** What is kept of an item at the moment of the grant; null until the catalog has spoken of the item. */
export type OwnedSnapshot = {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  readonly cover: CoverArt | null;
  readonly thumbnailUrl: string | null;
  readonly pages: number | null;
};

/** What is paid for is listed even before the catalog has said what it is; the name follows within moments. */
const unnamed: OwnedSnapshot = {
  title: 'Untitled',
  author: '',
  language: 'en',
  cover: null,
  thumbnailUrl: null,
  pages: null,
};

/** An item as a shelf shows it, from what was kept of it. */
export const ownedMediaOf = (
  mediaId: MediaId,
  mediaType: StoredMediaType,
  snapshot: OwnedSnapshot | null | undefined,
): OwnedMedia => ({ _id: mediaId, mediaType: joinedOf(mediaType), ...(snapshot ?? unnamed) });

/** An item in one format for one reader. */
export type HeldItem = {
  readonly userId: UserId;
  readonly mediaId: MediaId;
  readonly mediaType: StoredMediaType;
  readonly format: Format;
};

/** An item in one format, asked for by one order. */
export type OrderedItem = HeldItem & { readonly orderId: OrderId };

/** What the house gave beside the shop; `expiresAt` is the end of a loan (checklist LIB-14, LIB-15). */
export type Gift = {
  readonly id: string;
  readonly reason: string;
  readonly by: UserId;
  readonly at: string;
  readonly expiresAt: string | null;
};

/**
 * One reader owns one item in one format. It stands on orders (`paidBy`), on a gift, or on both. `refundedOrders` are
 * those that were taken back, also those whose payment has not been heard yet. The invariant every write keeps:
 * `revokedAt` is set exactly when nothing carries it. Times are ISO 8601 in UTC with milliseconds, so that they sort
 * as text.
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

/** A reader owns an item once for each format, whatever was paid and however often we hear of it. */
export const grantKey = ({ userId, mediaId, format }: Pick<Grant, 'userId' | 'mediaId' | 'format'>): string =>
  `${userId}:${mediaId}:${format}`;

/** Each item and format of an order once, in the order they were bought. */
export const itemsOf = ({
  data,
}: EventOf<typeof paymentSucceeded> | EventOf<typeof paymentRefunded>): OrderedItem[] => {
  const { userId, orderId } = data;
  const items = data.items.map(({ mediaId, mediaType, format }): OrderedItem => {
    return { userId, mediaId, mediaType, format, orderId };
  });
  return [...new Map(items.map((item) => [grantKey(item), item])).values()];
};

/** When the grant ends by itself: only what nobody paid for does. */
export const expiryOf = ({ paidBy, gift }: Pick<Grant, 'paidBy' | 'gift'>): string | null =>
  paidBy.length > 0 ? null : (gift?.expiresAt ?? null);

/** What a decision about access needs of a grant. */
export type Held = Pick<Grant, 'revokedAt' | 'paidBy' | 'gift'>;

/** A grant that was taken back or whose loan ended opens nothing. */
export const isStanding = (grant: Held, now: Date): boolean => {
  const expiresAt = expiryOf(grant);
  return grant.revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now.getTime());
};

/** Tells the open pages of this one reader, and of nobody else, to ask again (checklist LIB-23). */
export const libraryUpdated = ({
  userId,
  mediaId,
}: Pick<Grant, 'userId' | 'mediaId'>): { message: LiveMessage; audience: LiveAudience } => ({
  message: { type: liveTypes.libraryUpdated, id: mediaId },
  audience: { to: 'user', userId },
});
