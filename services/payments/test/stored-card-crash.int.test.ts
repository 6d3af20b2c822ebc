import { testUser, tokenOf } from '@satrangi/chassis/testing';
import { createClient, paymentsApi } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { customersAt } from './cards-fixture.ts';
import { bootCrashFixture, retryUntilAnswered } from './crash-fixture.ts';

it.each(['payments.customer-created-before-saved', 'payments.started-before-card-prepared'])(
  '%s: the same request stores the card after a crash, with one order, one payment and one customer',
  { timeout: 120_000 },
  async (failpoint) => {
    await using fixture = await bootCrashFixture(failpoint);
    const token = tokenOf(testUser());
    const api = createClient(paymentsApi, { baseUrl: fixture.url, token: () => token });
    const headers = { 'idempotency-key': 'press-1' };
    const body = { items: [{ media: 'm1' }], country: 'US', storedCard: 'store' as const };
    const create = () => api.createPayment({ body }, { headers });

    const started = await retryUntilAnswered(create);

    const { clientSecret } = started as { clientSecret: string };
    await fixture.call('POST', '/stripe/confirm', { clientSecret, card: '5555 5555 5555 4444' });
    expect(await create()).toEqual(started);
    expect((await retryUntilAnswered(() => api.getStoredCard())).card?.last4).toBe('4444');
    expect(await fixture.orders.countDocuments()).toBe(1);
    expect(await customersAt({ sandboxUrl: fixture.sandbox.url })).toHaveLength(1);
    expect(fixture.deaths).toEqual(['SIGKILL']);
  },
);
