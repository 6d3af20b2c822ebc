import { anEvent } from '@satrangi/chassis/testing';
import { accessGranted, MediaId, OrderId, orderGranted, UserId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments } from './boot-payments.ts';

const succeeded = 'payments.payment-succeeded.v1';

describe('the purchase saga', () => {
  it('an Indian buyer pays by Cashfree and verify settles the order (PAY-08, PAY-23)', async () => {
    await using fixture = await bootPayments();
    const started = await fixture.api.createPayment({
      body: { items: [{ media: 'm1' }], country: 'IN', amount: 499, email: 'asha@example.org', name: 'Asha' },
    });
    if (started.provider !== 'cashfree') throw new Error('not Cashfree');

    await fixture.pay.cashfree(started.paymentSessionId);
    const settled = await fixture.api.verifyCashfree({ body: { orderId: started.orderId } });

    expect(started.amount).toEqual({ minor: 49_900, currency: 'INR' });
    expect(settled).toEqual({
      orderId: started.orderId,
      purpose: 'purchase',
      status: 'paid',
      paid: true,
      granted: [{ ebook: 'm1', media: 'm1', mediaType: 'ebook', format: 'text' }],
    });
    expect(await fixture.announced(succeeded)).toMatchObject([
      {
        data: {
          orderId: started.orderId,
          userId: fixture.buyer.userId,
          total: { minor: 49_900, currency: 'INR' },
          provider: 'cashfree',
          items: [{ mediaId: 'm1', mediaType: 'ebook', format: 'text' }],
        },
      },
    ]);
  });

  it('a buyer abroad pays by Stripe and confirm settles the order (PAY-09)', async () => {
    await using fixture = await bootPayments();
    const started = await fixture.api.createPayment({ body: { items: [{ ebookId: 'm1' }], country: 'US' } });
    if (started.provider !== 'stripe') throw new Error('not Stripe');

    await fixture.pay.stripe(started.clientSecret);
    const settled = await fixture.api.confirmStripe({ body: { paymentIntentId: started.paymentIntentId } });

    expect(started.amount).toEqual({ minor: 599, currency: 'USD' });
    expect(settled).toMatchObject({ status: 'paid', paid: true, granted: [{ ebook: 'm1' }] });
    expect(await fixture.announced(succeeded)).toHaveLength(1);
  });

  it.each(['IN', 'DE'])(
    'an order of a buyer in %s who closed the browser is settled by the webhook (PAY-31, PAY-33, PAY-47)',
    async (country) => {
      await using fixture = await bootPayments();
      const started = await fixture.api.createPayment({ body: { items: [{ media: 'm1' }], country } });

      if (started.provider === 'cashfree')
        await fixture.pay.cashfree(started.paymentSessionId, 'success', 'send');
      else await fixture.pay.stripe(started.clientSecret, 'succeeded', 'send');

      await expect.poll(async () => (await fixture.announced(succeeded)).length).toBe(1);
      const [row] = await fixture.ledger();
      await expect.poll(async () => (await fixture.ledger())[0]?.webhooks[0]?.state).toBe('delivered');
      expect(row?.isPaid).toBe(true);
    },
  );

  it.each(['with the last grant', 'when it is published again'])(
    'an order is fulfilled by the event of the library, %s',
    async (how) => {
      await using fixture = await bootPayments();
      const started = await fixture.api.createPayment({ body: { items: [{ media: 'm1' }] } });
      if (started.provider !== 'cashfree') throw new Error('not Cashfree');
      await fixture.pay.cashfree(started.paymentSessionId);
      await fixture.api.verifyCashfree({ body: { orderId: started.orderId } });

      const [orderId, userId] = [OrderId.parse(started.orderId), UserId.parse(fixture.buyer.userId)];
      const item = { userId, mediaId: MediaId.parse('m1'), mediaType: 'ebook', format: 'text' } as const;
      await fixture.service.deliver(
        how === 'with the last grant'
          ? anEvent(accessGranted, { data: { ...item, completes: orderId } })
          : anEvent(orderGranted, { data: { orderId, userId } }),
      );

      const order = await fixture.api.getOrder({ params: { orderId: started.orderId } });
      expect(order).toMatchObject({
        status: 'paid',
        fulfilled: true,
        items: [{ title: 'Salt on the Balcony' }],
      });
      expect(order.number).toMatch(/^ST-[0-9A-HJKMNP-TV-Z]{8}$/);
    },
  );
});
