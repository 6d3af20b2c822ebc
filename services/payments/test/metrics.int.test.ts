/** What operators are alarmed by (decision 0106). */

import { anEvent } from '@satrangi/chassis/testing';
import { orderGranted } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootPayments, type PaymentsFixture } from './boot-payments.ts';
import { buy } from './orders-fixture.ts';

const readSeries = async ({ service }: PaymentsFixture, series: RegExp): Promise<number> => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const line = text.split('\n').find((one) => series.test(one));
  return Number(line?.split(' ').at(-1));
};

it('an order that is paid and not granted after a minute is counted until it is granted', async () => {
  await using fixture = await bootPayments();
  const { orderId } = await buy(fixture, 'stripe');
  const counted = async (): Promise<number> => {
    await fixture.service.runJob('count-ungranted');
    return readSeries(fixture, /^satrangi_orders_paid_not_granted\{/);
  };

  expect(await counted()).toBe(0);
  fixture.service.clock.advance(61_000);
  expect(await counted()).toBe(1);
  await fixture.service.deliver(anEvent(orderGranted, { data: { orderId, userId: fixture.buyer.userId } }));
  expect(await counted()).toBe(0);
});

it('calls of providers, jobs and messages are timed with their outcome', async () => {
  await using fixture = await bootPayments();
  await buy(fixture, 'stripe');
  await fixture.service.runJob('sweep-orders');

  const callsOf = (call: string) =>
    readSeries(
      fixture,
      new RegExp(`^satrangi_provider_request_duration_seconds_count\\{.*call="${call}",outcome="done"`),
    );
  expect(await callsOf('startPayment')).toBe(1);
  expect(
    await readSeries(fixture, /^satrangi_job_duration_seconds_count\{.*job="sweep-orders",outcome="done"/),
  ).toBe(1);
});
