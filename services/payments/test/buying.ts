/** How people pay in these tests, and what they are told when they may not. */
import { testUser } from '@satrangi/chassis/testing';
import { ApiError } from '@satrangi/contracts';
import { openedBy, type World } from './world.ts';

export const rails = ['stripe', 'cashfree'] as const;
export type Rail = (typeof rails)[number];
const countries = { stripe: 'US', cashfree: 'IN' } as const;

/** A reader starts to buy; `pay` and `confirm` go on from there. Amounts are in minor units. */
export const start = async (world: World, rail: Rail, more: object = {}, user = testUser()) => {
  const api = world.as(user);
  const body = { items: [{ media: 'm1' }], country: countries[rail], ...more };
  const opened = openedBy(await api.createPayment({ body }));
  const { orderId, reference, secret } = opened;
  return {
    ...opened,
    user,
    api,
    named: rail === 'stripe' ? { paymentIntentId: reference } : { orderId },
    order: () => api.getOrder({ params: { orderId } }),
    state: async () => (await api.getOrder({ params: { orderId } })).status,
    pay: () => (rail === 'stripe' ? world.pay.stripe(secret) : world.pay.cashfree(secret)),
    confirm: () =>
      rail === 'stripe'
        ? api.confirmStripe({ body: { paymentIntentId: reference } })
        : api.verifyCashfree({ body: { orderId } }),
  };
};

/** A reader who has paid, and whose page has said so. */
export const buy = async (world: World, rail: Rail, more: object = {}, user = testUser()) => {
  const order = await start(world, rail, more, user);
  await order.pay();
  await order.confirm();
  return order;
};

export const admin = testUser({ role: 'ADMIN' });

/** @returns the problem a call was refused with, null when it was not */
export const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiError) return error.problem;
      throw error;
    },
  );

export const person = { name: 'Asha', email: 'asha@example.org' };
/** Somebody who is not signed in pays for something that is no item: a contribution, a fee. */
export const give = async (world: World, body: object) => {
  const visitor = world.as('visitor');
  return { visitor, ...openedBy(await visitor.createPayment({ body })) };
};

export const reason = 'Bought by accident';
export const refund = (
  world: World,
  orderId: string,
  more: object = {},
  headers: Record<string, string> = {},
) => world.as(admin).refundOrder({ params: { orderId }, body: { reason, ...more } }, { headers });
/** What went back of each payment, by the provider's own books, and in how many parts. */
export const backAt = async (world: World) =>
  (await world.ledger()).map(({ refundedMinor, refunds }) => [refundedMinor, refunds.length]);
