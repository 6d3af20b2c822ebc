import { testUser, tokenOf } from '@satrangi/chassis/testing';
import { createClient, type Order, paymentsApi } from '@satrangi/contracts';
import { describe, it } from 'vitest';
import { nextCheckField } from '../src/orders/order-documents.store.ts';
import { type Mail, type PaymentRow, serviceEnv, startedOrder } from './boot-payments.ts';
import { bootCrashFixture, type CrashFixture, retryUntilAnswered } from './crash-fixture.ts';

const patience = { timeout: 80_000, interval: 100 };

const buy = async (fixture: CrashFixture, country: string, webhook: 'send' | 'skip') => {
  const token = tokenOf(testUser());
  const api = createClient(paymentsApi, { baseUrl: fixture.url, token: () => token });
  const headers = { 'idempotency-key': `buy-${country}` };
  const body = { items: [{ media: 'm1' }], country, email: `reader.${country.toLowerCase()}@example.org` };
  const started = startedOrder(await retryUntilAnswered(() => api.createPayment({ body }, { headers })));
  const path = country === 'IN' ? '/cashfree/pay' : '/stripe/pay';
  await fixture.call(
    'POST',
    path,
    country === 'IN'
      ? { paymentSessionId: started.secret, outcome: 'success', webhook }
      : { clientSecret: started.secret, outcome: 'succeeded', webhook },
  );
  const order = (): Promise<Order> =>
    retryUntilAnswered(() => api.getOrder({ params: { orderId: started.orderId } }));
  return { ...started, country, order };
};

const giveBack = async (
  { sandbox }: CrashFixture,
  { country, orderId, reference, minor }: Awaited<ReturnType<typeof buy>>,
) => {
  const { CASHFREE_CLIENT_ID, CASHFREE_CLIENT_SECRET } = serviceEnv(sandbox, sandbox.url);
  const response =
    country === 'IN'
      ? await fetch(`${sandbox.url}/pg/orders/${orderId}/refunds`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-client-id': CASHFREE_CLIENT_ID,
            'x-client-secret': CASHFREE_CLIENT_SECRET,
            'x-api-version': '2026-01-01',
          },
          body: JSON.stringify({ refund_amount: minor / 100, refund_id: `refund-${orderId}` }),
        })
      : await fetch(`${sandbox.url}/v1/refunds`, {
          method: 'POST',
          headers: { authorization: 'Bearer sk_test_x', 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ payment_intent: reference }),
        });
  if (!response.ok) throw new Error(`refund: ${response.status} ${await response.text()}`);
};

/** An admin makes a refund; retries after a crash. */
const refund = ({ url }: CrashFixture, { orderId }: Awaited<ReturnType<typeof buy>>) => {
  const token = () => tokenOf(testUser({ role: 'ADMIN' }));
  const api = createClient(paymentsApi, { baseUrl: url, token });
  const params = { orderId: orderId };
  return retryUntilAnswered(() => api.refundOrder({ params, body: { reason: 'By accident' } }));
};

const lines = [
  'payments.saved-before-provider',
  'payments.provider-before-session-saved',
  'payments.webhook-verified-before-commit',
  'payments.committed-before-200',
  'payments.committed-before-publish',
  'payments.sweeper-read-before-commit',
  'payments.fulfilled-before-ack',
  'payments.refund-committed-before-publish',
  'payments.refund-kept-before-provider',
  'payments.refund-provider-before-kept',
];

describe('a crash at a failpoint', () => {
  // Each run has its own process, databases and sandbox, and mostly waits for leases.
  it.concurrent.for(lines)(
    '%s: both orders are granted once, with one payment and one receipt each',
    { timeout: 180_000 },
    async (line, { expect }) => {
      await using fixture = await bootCrashFixture(line);
      const isSweep = line.includes('sweeper');

      const bought = await Promise.all(
        ['IN', 'US'].map((country) => buy(fixture, country, isSweep ? 'skip' : 'send')),
      );
      const fulfilled = async () => {
        // Makes the sweeper check at once, where only the sweeper can settle the order.
        if (isSweep)
          await fixture.orders.updateMany({ state: 'pending' }, { $set: { [nextCheckField]: new Date(0) } });
        return (await Promise.all(bought.map(({ order }) => order()))).map((order) => order.fulfilled);
      };
      const addressees = async () =>
        ((await fixture.call('GET', '/mail')) as Mail[]).map(({ to }) => to[0]).sort();
      const revoked = async () => (await fixture.grants.find().toArray()).map((grant) => grant.revoked ?? 0);

      await expect.poll(fulfilled, patience).toEqual([true, true]);
      // An interrupted mail is retried when its lease expires.
      await expect.poll(addressees, patience).toEqual(['reader.in@example.org', 'reader.us@example.org']);
      if (line.includes('refund')) {
        const isOurs = line !== 'payments.refund-committed-before-publish';
        await Promise.all(
          bought.map((order) => (isOurs ? refund(fixture, order) : giveBack(fixture, order))),
        );
        const allRevoked = async () => {
          // Makes the sweeper check at once, where only the sweeper can make the refund.
          await fixture.orders.updateMany(
            { followUpAt: { $exists: true } },
            { $set: { followUpAt: new Date(0) } },
          );
          return (await revoked()).every((times) => times > 0);
        };
        await expect.poll(allRevoked, patience).toBe(true);
      }

      expect(fixture.deaths).toEqual(['SIGKILL']);
      expect(await fixture.grants.countDocuments()).toBe(2);
      const ledger = (await fixture.call('GET', '/payments')) as PaymentRow[];
      expect(ledger.map(({ isPaid }) => isPaid)).toEqual([true, true]);
      const back = line.includes('refund') ? 1 : 0;
      expect(ledger.map(({ refunds }) => refunds.length)).toEqual([back, back]);
    },
  );
});
