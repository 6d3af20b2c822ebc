import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongo } from '@satrangi/embedded';
import { expect, it } from 'vitest';
import { bootPayments, media, startedOrder } from './boot-payments.ts';
import { post, signedWebhook } from './webhooks.ts';

it('a webhook during a store outage gets 503, and is accepted afterwards (PAY-32)', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'satrangi-store-'));
  const store = await startMongo({ dir });
  const port = Number(new URL(store.url).port);
  await using fixture = await bootPayments({ MONGODB_URI: store.url });
  await fixture.service.deliver(media({ mediaId: 'm2' }));
  const orders = await Promise.all(
    ['IN', 'US'].map(async (country, at) => ({
      provider: country === 'IN' ? ('cashfree' as const) : ('stripe' as const),
      ...startedOrder(
        await fixture.api.createPayment({ body: { items: [{ media: `m${at + 1}` }], country } }),
      ),
    })),
  );
  const postWebhook = () =>
    Promise.all(orders.map((order) => post(fixture, signedWebhook(order.provider, 'success', order))));

  await store[Symbol.asyncDispose]();
  const away = await postWebhook();
  await using _again = await startMongo({ dir, port });
  const back = await postWebhook();

  expect(away).toEqual([503, 503]);
  expect(back).toEqual([200, 200]);
  expect((await fixture.api.listMyOrders()).map(({ status }) => status)).toEqual(['paid', 'paid']);
  expect(await fixture.announced('payments.payment-succeeded.v1')).toHaveLength(2);
  await fixture.service.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);
