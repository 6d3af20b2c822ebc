import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongo } from '@satrangi/embedded';
import { expect, it } from 'vitest';
import { post, signedFact } from './webhooks.ts';
import { media, openedBy, openWorld } from './world.ts';

it('a webhook that comes while the store is away is answered 503, and taken when it is back (PAY-32)', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'satrangi-store-'));
  const store = await startMongo({ dir });
  const port = Number(new URL(store.url).port);
  await using world = await openWorld({ MONGODB_URI: store.url });
  await world.service.deliver(media({ mediaId: 'm2' }));
  const orders = await Promise.all(
    ['IN', 'US'].map(async (country, at) => ({
      provider: country === 'IN' ? ('cashfree' as const) : ('stripe' as const),
      ...openedBy(await world.api.createPayment({ body: { items: [{ media: `m${at + 1}` }], country } })),
    })),
  );
  const tell = () =>
    Promise.all(orders.map((order) => post(world, signedFact(order.provider, 'success', order))));

  await store[Symbol.asyncDispose]();
  const away = await tell();
  await using _again = await startMongo({ dir, port });
  const back = await tell();

  expect(away).toEqual([503, 503]);
  expect(back).toEqual([200, 200]);
  expect((await world.api.listMyOrders()).map(({ status }) => status)).toEqual(['paid', 'paid']);
  expect(await world.announced('payments.payment-succeeded.v1')).toHaveLength(2);
  await world.service.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);
