/** Refund requests of buyers. */
import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { bootPayments } from './boot-payments.ts';
import { admin, buy, problemOf, refundsAtProvider, start } from './orders-fixture.ts';

describe('a refund request', () => {
  it('is accepted within three days and shown to admins (refund policy)', async () => {
    await using fixture = await bootPayments();
    const { orderId, api, order } = await buy(fixture, 'cashfree');
    const until = (await order()).refundUntil;

    const answer = await api.requestRefund({ params: { orderId }, body: { reason: 'Not what I thought' } });
    const again = await api.requestRefund({ params: { orderId }, body: { reason: 'Hello?' } });

    expect(Date.parse(until ?? '') - Date.parse((await order()).paidAt ?? '')).toBe(3 * 86_400_000);
    expect([answer.refund, again.refund]).toEqual(['asked', 'asked']);
    expect(answer.refundUntil).toBeNull();
    const { orders } = await fixture.as(admin).searchOrders({ query: { attention: 'true' } });
    expect(orders).toMatchObject([{ _id: orderId, refundRequest: { reason: 'Not what I thought' } }]);
    expect(await refundsAtProvider(fixture)).toEqual([[0, 0]]);
  });

  it('is refused after the period, and for orders that are unpaid or of another account', async () => {
    await using fixture = await bootPayments();
    const late = await buy(fixture, 'cashfree');
    const unpaid = await start(fixture, 'stripe');
    const sendRequest = (api: typeof late.api, orderId: string) =>
      problemOf(api.requestRefund({ params: { orderId }, body: { reason: 'Please' } }));

    expect((await sendRequest(fixture.as(testUser()), late.orderId))?.status).toBe(404);
    expect((await sendRequest(unpaid.api, unpaid.orderId))?.code).toBe('payment-not-complete');
    fixture.service.clock.advance(3 * 86_400_000 + 60_000);
    expect(await sendRequest(late.api, late.orderId)).toMatchObject({
      status: 409,
      code: 'too-late',
      detail: 'A refund can be asked for within 3 days of paying',
    });
  });
});
