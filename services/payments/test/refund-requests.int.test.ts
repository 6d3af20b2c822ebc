/** A buyer's wish for their money back, before anybody decides on it. */
import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { admin, backAt, buy, refusalOf, start } from './buying.ts';
import { openWorld } from './world.ts';

describe('a buyer who wants their money back', () => {
  it('asks within three days, and the request lands with the admins (refund policy)', async () => {
    await using world = await openWorld();
    const { orderId, api, order } = await buy(world, 'cashfree');
    const until = (await order()).refundUntil;

    const answer = await api.requestRefund({ params: { orderId }, body: { reason: 'Not what I thought' } });
    const again = await api.requestRefund({ params: { orderId }, body: { reason: 'Hello?' } });

    expect(Date.parse(until ?? '') - Date.parse((await order()).paidAt ?? '')).toBe(3 * 86_400_000);
    expect([answer.refund, again.refund]).toEqual(['asked', 'asked']);
    expect(answer.refundUntil).toBeNull();
    const { orders } = await world.as(admin).searchOrders({ query: { attention: 'true' } });
    expect(orders).toMatchObject([{ _id: orderId, refundRequest: { reason: 'Not what I thought' } }]);
    expect(await backAt(world)).toEqual([[0, 0]]);
  });

  it('is told when it is too late, or the order is not theirs or not paid', async () => {
    await using world = await openWorld();
    const late = await buy(world, 'cashfree');
    const unpaid = await start(world, 'stripe');
    const ask = (api: typeof late.api, orderId: string) =>
      refusalOf(api.requestRefund({ params: { orderId }, body: { reason: 'Please' } }));

    expect((await ask(world.as(testUser()), late.orderId))?.status).toBe(404);
    expect((await ask(unpaid.api, unpaid.orderId))?.code).toBe('payment-not-complete');
    world.service.clock.advance(3 * 86_400_000 + 60_000);
    expect(await ask(late.api, late.orderId)).toMatchObject({
      status: 409,
      code: 'too-late',
      detail: 'A refund can be asked for within 3 days of paying',
    });
  });
});
