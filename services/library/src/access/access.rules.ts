import {
  type CoverArt,
  type EventOf,
  type Format,
  type LiveAudience,
  type LiveMessage,
  liveTypes,
  type MediaId,
  type OrderId,
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

/** An item in one format, asked for by one order. */
export type OrderedItem = {
  readonly userId: UserId;
  readonly mediaId: MediaId;
  readonly mediaType: StoredMediaType;
  readonly format: Format;
  readonly orderId: OrderId;
};

/**
 * One reader owns one item in one format. `paidBy` are the orders it stands on, `refundedOrders` the ones that were
 * taken back, also those whose payment has not been heard yet. The invariant every write keeps: `revokedAt` is set
 * exactly when `paidBy` is empty. Times are ISO 8601 in UTC with milliseconds, so that they sort as text.
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
  grantedAt: string;
  createdAt: string;
  revokedAt: string | null;
  /** End of a loan; null for what was bought (checklist LIB-15). */
  expiresAt: string | null;
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

/** A grant that was taken back or whose loan ended opens nothing. */
export const isStanding = (grant: Pick<Grant, 'revokedAt' | 'expiresAt'>, now: Date): boolean =>
  grant.revokedAt === null && (grant.expiresAt === null || Date.parse(grant.expiresAt) > now.getTime());

/** Tells the open pages of this one reader, and of nobody else, to ask again (checklist LIB-23). */
export const libraryUpdated = ({
  userId,
  mediaId,
}: Pick<Grant, 'userId' | 'mediaId'>): { message: LiveMessage; audience: LiveAudience } => ({
  message: { type: liveTypes.libraryUpdated, id: mediaId },
  audience: { to: 'user', userId },
});
