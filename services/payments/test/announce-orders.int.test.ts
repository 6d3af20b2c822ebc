/** Every paid order is published again on request, with the event ids of its first publication. */
import { randomUUID } from 'node:crypto';
import { anEvent } from '@satrangi/chassis/testing';
import { type AnyEvent, paymentsSnapshotRequested, userDeleted } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootPayments, type PaymentsFixture } from './boot-payments.ts';
import { buy, give, person, refund } from './orders-fixture.ts';

const money = (events: readonly AnyEvent[]): AnyEvent[] =>
  events.filter(({ type }) => /succeeded|refunded|money-returned/.test(type));
const request = async ({ service }: PaymentsFixture): Promise<AnyEvent[]> => {
  const before = (await service.publishedEvents()).length;
  await service.deliver(anEvent(paymentsSnapshotRequested, { data: { by: 'a-test' } }));
  return money((await service.publishedEvents()).slice(before));
};
const idsOf = (events: readonly AnyEvent[]): string[] => [...new Set(events.map(({ id }) => id))].sort();

it('paid, partly and wholly refunded orders, gifts, fees and those of deleted readers keep their event ids', async () => {
  await using fixture = await bootPayments();
  const bought = await buy(fixture, 'stripe');
  const part = await give(fixture, { ...person, amount: 50_000, isContribution: true, runSlug: 'abc-def' });
  const whole = await give(fixture, { ...person, amount: 60_000, isContribution: true });
  const fee = await give(fixture, {
    ...person,
    amount: 50_000,
    purpose: 'virtual-run',
    runDraftId: 'draft-1',
  });
  await fixture.pay.stripe(fee.secret);
  await fee.visitor.confirmStripe({ body: { paymentIntentId: fee.reference } });
  for (const gift of [part, whole]) {
    await fixture.pay.cashfree(gift.secret);
    await gift.visitor.verifyCashfree({ body: { orderId: gift.orderId } });
  }
  await refund(fixture, part.orderId, { amountMinor: 10_000 }, { 'idempotency-key': randomUUID() });
  await refund(fixture, whole.orderId, {}, { 'idempotency-key': randomUUID() });
  for (let turn = 0; turn < 3; turn += 1) {
    fixture.service.clock.advance(60_000);
    await fixture.service.runJob('follow-refunds');
  }
  const first = money(await fixture.service.publishedEvents());
  expect(bought).toBeTruthy();

  const again = await request(fixture);
  expect(idsOf(again)).toEqual(idsOf(first));

  const userId = again.map(({ data }) => (data as { userId?: string | null }).userId).find(Boolean) ?? '';
  // a stored id without its brand
  await fixture.service.deliver(anEvent(userDeleted, { data: { userId } as never }));
  const afterErasure = await request(fixture);

  expect(idsOf(afterErasure)).toEqual(idsOf(first));
  const dataOf = (events: readonly AnyEvent[], type: string) =>
    events.filter((event) => event.type === type).map(({ data }) => data);
  expect(dataOf(again, 'payments.run-fee-succeeded.v1')).toMatchObject([{ runDraftId: 'draft-1' }]);
  expect(dataOf(again, 'payments.money-returned.v1').length).toBe(2);
  expect(JSON.stringify(again)).not.toContain('abc-def');
  expect(
    dataOf(again, 'payments.contribution-succeeded.v1').filter(
      (data) => (data as { runPage?: string }).runPage !== undefined,
    ),
  ).toHaveLength(1);
});
