/** Refund requests of buyers. */
import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import type { PaymentsFixture } from './boot-payments.ts';
import { bootPayments } from './boot-payments.ts';
import { admin, buy, person, problemOf, refund, refundsAtProvider, start } from './orders-fixture.ts';

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

  const requested = async (fixture: PaymentsFixture) => {
    const order = await buy(fixture, 'cashfree', person);
    const { orderId } = order;
    await order.api.requestRefund({ params: { orderId }, body: { reason: 'Not what I thought' } });
    return order;
  };
  const decline = (fixture: PaymentsFixture, orderId: string, reason: string) =>
    fixture.as(admin).declineRefund({ params: { orderId }, body: { reason } });

  it('keeps no words of a buyer whose account was deleted since the request began, nor of an answer', async () => {
    await using fixture = await bootPayments();
    const asked = await requested(fixture);
    const requesting = await buy(fixture, 'cashfree', person);
    // what the erasure leaves of them
    await fixture.orders.updateMany(
      {},
      { $set: { fingerprint: '', buyer: { name: null, email: null, phone: null } } },
    );

    const body = { reason: 'Asha has changed her mind' };
    await requesting.api.requestRefund({ params: { orderId: requesting.orderId }, body });
    for (const _click of [1, 2]) await decline(fixture, asked.orderId, 'Dear Asha, it opens here.');

    const stored = JSON.stringify(await fixture.orders.find().toArray());
    expect(stored).not.toMatch(/Asha/);
    expect((await asked.order()).refund).toBe('declined');
    const { orders } = await fixture.as(admin).searchOrders({ query: { attention: 'true' } });
    expect(orders.map(({ _id }) => _id)).toEqual([requesting.orderId]);
  });

  it('is declined with a reason for the buyer, who gets one mail without it; a refund stays possible', async () => {
    await using fixture = await bootPayments();
    const { orderId, order, api } = await requested(fixture);
    const answer = 'The title opens. Which device do you read on?';

    const declined = await decline(fixture, orderId, answer);
    const again = await decline(fixture, orderId, answer);
    const other = await problemOf(decline(fixture, orderId, 'Another reason'));

    expect(declined.refundRequest?.declined).toMatchObject({ reason: answer, by: admin.userId });
    expect(again.refundRequest).toEqual(declined.refundRequest);
    expect(other).toMatchObject({ status: 409, code: 'version-conflict' });
    expect(await order()).toMatchObject({ refund: 'declined', refundDeclined: answer, refundUntil: null });
    expect((await order()).history?.map(({ step }) => step)).toContain('refund-declined');
    expect((await api.requestRefund({ params: { orderId }, body: { reason: 'Again' } })).refund).toBe(
      'declined',
    );
    const { orders } = await fixture.as(admin).searchOrders({ query: { refund: 'requested' } });
    expect(orders).toEqual([]);
    const answers = async () =>
      (await fixture.mails()).filter(({ subject }) => subject === 'We have answered you');
    await expect.poll(answers).toHaveLength(1);
    const [mail] = await answers();
    expect(mail?.text).toContain(`/orders/${orderId}`);
    expect(JSON.stringify(mail)).not.toContain(answer);

    await refund(fixture, orderId);
    expect((await order()).refund).toMatch(/^(under-way|done)$/);
  });

  it('is not declined when nobody asked, without a reason, by a reader, or once a refund is promised', async () => {
    await using fixture = await bootPayments();
    const { orderId, order, api } = await requested(fixture);
    const silent = await buy(fixture, 'cashfree');

    expect((await problemOf(decline(fixture, silent.orderId, 'No')))?.status).toBe(404);
    expect((await problemOf(decline(fixture, orderId, '   ')))?.detail).toBe('A reason is needed');
    const byReader = api.declineRefund({ params: { orderId }, body: { reason: 'No' } });
    expect((await problemOf(byReader))?.status).toBe(403);
    await refund(fixture, orderId, { amountMinor: 100 });
    expect((await problemOf(decline(fixture, orderId, 'No')))?.code).toBe('version-conflict');
    expect((await order()).refundDeclined).toBeNull();
  });

  it('has one answer when several admins decline at the same moment', async () => {
    await using fixture = await bootPayments();
    const { orderId, order } = await requested(fixture);

    const answers = await Promise.allSettled(
      ['one', 'two', 'three', 'four', 'five'].map((reason) => decline(fixture, orderId, reason)),
    );

    const given = answers.filter(({ status }) => status === 'fulfilled');
    expect(given).toHaveLength(1);
    expect(['one', 'two', 'three', 'four', 'five']).toContain((await order()).refundDeclined);
  });
});
