/** Test helpers that buy, redeem and take back gifts. */
import { anEvent, type TestUser, testUser } from '@satrangi/chassis/testing';
import { accessGranted, MediaId, OrderId } from '@satrangi/contracts';
import type { PaymentsFixture } from './boot-payments.ts';
import { buy } from './orders-fixture.ts';

export const purchased = 'payments.gift-purchased.v1';
export const redeemed = 'payments.gift-redeemed.v1';
export const refunded = 'payments.gift-refunded.v1';

export const gift = { isGift: true, name: 'Asha', email: 'asha@example.org' };
export const FRIEND = 'friend@example.net';

/** A paid gift and its code. */
export const buyGift = async (fixture: PaymentsFixture, more: object = {}) => {
  const order = await buy(fixture, 'cashfree', { ...gift, ...more });
  return { ...order, code: (await order.order()).gift?.code ?? '' };
};
export const redeem = (fixture: PaymentsFixture, code: string, reader = testUser()) =>
  fixture.as(reader).redeemGift({ body: { code } });
/** The library's confirmation that the items of a redeemed gift are granted. */
export const granted = (orderId: string, { userId }: TestUser) =>
  anEvent(accessGranted, {
    data: {
      userId,
      mediaId: MediaId.parse('m1'),
      mediaType: 'ebook',
      format: 'text',
      completes: OrderId.parse(orderId),
    },
  });
/** What a visitor is shown of a gift. */
export const preview = (fixture: PaymentsFixture, code: string) =>
  fixture.as('visitor').previewGift({ body: { code } });
export const takeBack = ({ api, orderId }: Awaited<ReturnType<typeof buyGift>>) =>
  api.requestRefund({ params: { orderId }, body: { reason: 'Another plan' } });
