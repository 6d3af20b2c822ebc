import { anEvent } from '@satrangi/chassis/testing';
import { giftRedeemed, giftTexts, MediaId, OrderId, UserId } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import type { Order } from '../orders/order.rules.ts';
import { holdingKey } from '../owned/owned.store.ts';
import { redeemGift } from './redeem-gift.ts';

const CODE = '0123456789ABCDEF';
const reader = UserId.parse('reader');
const item = { mediaId: MediaId.parse('m1'), mediaType: 'ebook', format: 'text' } as const;
const gift = { code: CODE, email: null, mail: 'none', redeemedBy: null, redeemedAt: null } as const;
// the fields that a redemption reads
const open = {
  state: 'paid',
  amount: { minor: 100, currency: 'INR' },
  items: [item],
  gift,
  // the fields of an order that a redemption reads
} as unknown as Order;
const redeemedBy = (userId: UserId): Order => ({
  ...open,
  gift: { ...gift, redeemedBy: userId, redeemedAt: new Date() },
});

/** A redemption that reads `orders`, one after the other, and whose reader owns the item. */
const redeemByOwner = (...orders: Order[]) => {
  const unreachable = () => {
    throw new Error('not called');
  };
  return redeemGift({
    orders: {
      byGiftCode: async () => orders.shift() ?? null,
      bought: async () => [],
      redeemGift: unreachable,
    },
    erasures: { isErased: unreachable },
    reopen: { ofOrder: unreachable },
    owned: {
      among: async () => [holdingKey({ userId: reader, ...item })],
      grant: unreachable,
      erase: unreachable,
    },
    orderEvents: { redeemed: unreachable, updated: unreachable },
    clock: { now: () => new Date() },
    log: { info: unreachable },
  })(CODE, reader);
};

it('a reader whose other request redeems the gift in between is answered with it', async () => {
  const redeemed = redeemedBy(reader);
  expect(await redeemByOwner(open, redeemed)).toBe(redeemed);
});

it('a reader who owns the title is refused, also when another reader redeems the gift in between', async () => {
  await expect(redeemByOwner(open, open)).rejects.toThrow(giftTexts.owned);
  await expect(redeemByOwner(open, redeemedBy(UserId.parse('friend')))).rejects.toThrow(giftTexts.redeemed);
});

it('an account that is deleted while its gift is redeemed leaves the code valid', async () => {
  const reopened: string[] = [];
  const redeem = redeemGift({
    orders: {
      byGiftCode: async () => open,
      bought: async () => [],
      redeemGift: async () => redeemedBy(reader),
    },
    erasures: { isErased: async () => true },
    reopen: {
      ofOrder: async (_order, userId) => {
        reopened.push(userId);
      },
    },
    owned: { among: async () => [], grant: async () => undefined, erase: async () => undefined },
    orderEvents: {
      redeemed: () =>
        anEvent(giftRedeemed, { data: { orderId: OrderId.parse('o'), userId: reader, items: [item] } }),
      updated: () => ({}),
    },
    clock: { now: () => new Date() },
    log: { info: () => undefined },
  });
  await expect(redeem(CODE, reader)).rejects.toThrow('Sign in first');
  expect(reopened).toEqual([reader]);
});
