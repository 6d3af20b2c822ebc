import { testUser } from '@satrangi/chassis/testing';
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
