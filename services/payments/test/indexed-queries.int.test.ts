/** The number of orders only grows: what each purchase and each sweep asks for is found by an index. */
import { anEvent, recordScans, testUser } from '@satrangi/chassis/testing';
import { userDeleted } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootPayments } from './boot-payments.ts';
import { buyGift, granted, redeem } from './gifts-fixture.ts';
import { admin, buy, refund } from './orders-fixture.ts';
import { post, signedWebhook } from './webhooks.ts';

it('purchases, gifts, refunds and sweeps read no whole collection', async () => {
  await using fixture = await bootPayments();
  const scans = recordScans(fixture.service);
  const order = await buy(fixture, 'stripe');
  await post(fixture, signedWebhook('stripe', 'success', order));
  const { code, orderId } = await buyGift(fixture);
  const reader = testUser();
  await redeem(fixture, code, reader);
  await fixture.service.deliver(granted(orderId, reader));
  await refund(fixture, order.orderId);
  for (const job of ['sweep-orders', 'check-late-schedules', 'follow-refunds'])
    await fixture.service.runJob(job);

  // asked once by each process, at its start
  const unreported = /^orders: \{"refundedMinor":\{"\$gt":0\},"returnedMinor"/;
  expect((await scans()).filter((scan) => !unreported.test(scan))).toEqual([]);
});

it('the erasure of an account looks for its gifts and acts by indexes', async () => {
  await using fixture = await bootPayments();
  const scans = recordScans(fixture.service);

  await fixture.service.deliver(anEvent(userDeleted, { data: { userId: admin.userId } }));

  expect(await scans()).toEqual([]);
});
