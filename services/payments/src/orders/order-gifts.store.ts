/** Gift codes of orders: redemption, and the mail with the code. */
import { equalText, type OutboxMessages } from '@satrangi/chassis';
import type { OrderId, UserId } from '@satrangi/contracts';
import type { GiftCode, Order } from './order.rules.ts';
import { nextCheckField, type OrderDocuments, toOrder } from './order-documents.store.ts';
import { ranks } from './order-lifecycle.rules.ts';

export const orderGifts = ({ orders, one, many, raw }: OrderDocuments) => ({
  byGiftCode: (code: string): Promise<Order | null> => one({ 'gift.code': equalText(code) }),
  redeemedBy: (userId: UserId): Promise<Order[]> =>
    many({ 'gift.redeemedBy': equalText(userId) })
      .sort({ 'gift.redeemedAt': -1 })
      .map(toOrder)
      .toArray(),
  /**
   * Redeems the gift of a paid order, once, and waits for its grant. Null when it is redeemed, fully refunded or in dispute, or
   * the reader has redeemed another gift of an item.
   */
  redeemGift: (
    { _id, amount, paidAgainMinor = 0 }: Order,
    { userId, at, nextCheckAt }: { userId: UserId; at: Date; nextCheckAt: Date | null },
    messages: OutboxMessages,
  ): Promise<Order | null> =>
    orders.change(
      {
        _id,
        'gift.code': { $exists: true },
        'gift.redeemedAt': null,
        rank: ranks.paid,
        heldBack: { $exists: false },
        promisedMinor: { $not: { $gte: amount.minor + paidAgainMinor } },
        refundedMinor: { $not: { $gte: amount.minor + paidAgainMinor } },
        'dispute.state': { $nin: ['open', 'lost'] },
      },
      {
        $set: {
          'gift.redeemedBy': userId,
          'gift.redeemedAt': at,
          'gift.isOnly': true,
          fulfilledAt: null,
          [nextCheckField]: nextCheckAt,
        },
      },
      messages,
    ),
  /** Ends the redemption of a reader whose account is deleted: the code is valid again. Null when another one holds it. */
  reopenGift: (
    id: OrderId,
    { userId, at }: { userId: UserId; at: Date },
    messages: OutboxMessages,
  ): Promise<Order | null> =>
    orders.change(
      { _id: id, 'gift.redeemedBy': userId, rank: ranks.paid },
      {
        $set: {
          'gift.redeemedBy': null,
          'gift.redeemedAt': null,
          fulfilledAt: at,
          [nextCheckField]: null,
        },
        $unset: { 'gift.isOnly': 1 },
      },
      messages,
    ),
  /** Sets the final state of the mail with the code and erases its address; the first one counts. */
  giftMailDone: async (id: OrderId, mail: GiftCode['mail']): Promise<void> => {
    await raw.updateOne(
      { _id: id, 'gift.mail': 'waiting' },
      { $set: { 'gift.mail': mail, 'gift.email': null } },
    );
  },
});
