/** Test helpers that create, pay and refund orders. */
import { randomUUID } from 'node:crypto';
import { apiErrorOf, testUser } from '@satrangi/chassis/testing';
import { type PaymentsFixture, startedOrder } from './boot-payments.ts';

export const providers = ['stripe', 'cashfree'] as const;
export type ProviderName = (typeof providers)[number];
const countries = { stripe: 'US', cashfree: 'IN' } as const;

/** Starts an order; `pay` and `confirm` continue it. Amounts are in minor units. */
export const start = async (
  fixture: PaymentsFixture,
  provider: ProviderName,
  more: object = {},
  user = testUser(),
) => {
  const api = fixture.as(user);
  const body = { items: [{ media: 'm1' }], country: countries[provider], ...more };
  const opened = startedOrder(await api.createPayment({ body }));
  const { orderId, reference, secret } = opened;
  return {
    ...opened,
    user,
    api,
    named: provider === 'stripe' ? { paymentIntentId: reference } : { orderId },
    order: () => api.getOrder({ params: { orderId } }),
    state: async () => (await api.getOrder({ params: { orderId } })).status,
    pay: () => (provider === 'stripe' ? fixture.pay.stripe(secret) : fixture.pay.cashfree(secret)),
    confirm: () =>
      provider === 'stripe'
        ? api.confirmStripe({ body: { paymentIntentId: reference } })
        : api.verifyCashfree({ body: { orderId } }),
  };
};

/** Creates, pays and confirms an order. */
export const buy = async (
  fixture: PaymentsFixture,
  provider: ProviderName,
  more: object = {},
  user = testUser(),
) => {
  const order = await start(fixture, provider, more, user);
  await order.pay();
  await order.confirm();
  return order;
};

export const admin = testUser({ role: 'ADMIN' });

/** @returns the problem of a refused call, else null */
export const problemOf = async (call: Promise<unknown>) => (await apiErrorOf(call))?.problem ?? null;

export const person = { name: 'Asha', email: 'asha@example.org' };
/** Creates a contribution or a fee without a login. */
export const give = async (fixture: PaymentsFixture, body: object) => {
  const visitor = fixture.as('visitor');
  return { visitor, ...startedOrder(await visitor.createPayment({ body })) };
};

export const reason = 'Bought by accident';
export const refund = (
  fixture: PaymentsFixture,
  orderId: string,
  more: object = {},
  headers: Record<string, string> = {},
) => fixture.as(admin).refundOrder({ params: { orderId }, body: { reason, ...more } }, { headers });
/** Refunded sum and number of refunds of each payment at the provider. */
export const refundsAtProvider = async (fixture: PaymentsFixture) =>
  (await fixture.ledger()).map(({ refundedMinor, refunds }) => [refundedMinor, refunds.length]);

/** The body of a contribution of 500 rupees. */
export const contribution = {
  ...person,
  amount: 50_000,
  isContribution: true,
  returnUrl: 'http://shop.test/payment-success',
};

/** Makes a refund at the provider, not through the service. */
export const refundOutside = async (
  fixture: PaymentsFixture,
  order: { orderId: string; reference: string },
  minor: number,
) => {
  const isStripe = order.reference !== order.orderId;
  const refundId = `outside-${randomUUID().slice(0, 8)}`;
  const url = isStripe ? '/v1/refunds' : `/pg/orders/${order.orderId}/refunds`;
  const response = await fetch(`${fixture.sandboxUrl}${url}`, {
    method: 'POST',
    ...(isStripe
      ? {
          headers: { authorization: 'Bearer sk_test_x' },
          body: new URLSearchParams({ payment_intent: order.reference, amount: String(minor) }),
        }
      : {
          headers: {
            'content-type': 'application/json',
            'x-client-id': 'client',
            'x-client-secret': 'client-secret',
            'x-api-version': '2025-01-01',
          },
          body: JSON.stringify({ refund_amount: minor / 100, refund_id: refundId }),
        }),
  });
  if (!response.ok) throw new Error(`refund: ${response.status} ${await response.text()}`);
};
