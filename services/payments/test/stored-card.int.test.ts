import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { bootPayments, media, type PaymentsFixture } from './boot-payments.ts';
import { atStripe, cards, customersAt, order, storeCard, storedAt } from './cards-fixture.ts';
import { problemOf } from './orders-fixture.ts';

const other = { items: [{ media: 'm2' }] };

const boot = async (): Promise<PaymentsFixture> => {
  const fixture = await bootPayments();
  await fixture.service.deliver(media({ mediaId: 'm2', title: 'Rain' }));
  return fixture;
};

const updates = ({ providerRequests }: PaymentsFixture): string[] =>
  providerRequests.filter((line) => /POST \/v1\/payment_intents\/pi_\w+ /.test(line));

describe('a stored card', () => {
  it('is stored by one purchase and pays the next one, and both are granted', async () => {
    await using fixture = await boot();
    const first = await storeCard(fixture, cards.mastercard);

    expect(await first.api.getStoredCard()).toEqual({
      card: { brand: 'mastercard', last4: '4444', expMonth: 12, expYear: 2034 },
    });
    const second = await order(fixture, { ...other, storedCard: 'use' }, first.user);
    expect(await second.confirm({ paymentMethod: second.storedCardId })).toBe('succeeded');
    await second.settle();

    const granted = await fixture.announced('payments.payment-succeeded.v1');
    expect(granted.map(({ data }) => (data as { orderId: string }).orderId)).toEqual([
      first.orderId,
      second.orderId,
    ]);
    expect((await second.order()).status).toBe('paid');
    expect((await fixture.ledger()).filter(({ isPaid }) => isPaid)).toHaveLength(2);
    expect(await storedAt(fixture)).toEqual(['4444']);
  });

  it('also pays gifts', async () => {
    await using fixture = await boot();
    const { user } = await storeCard(fixture);

    const gift = await order(fixture, { isGift: true, storedCard: 'use' }, user);

    expect(await gift.confirm({ paymentMethod: gift.storedCardId })).toBe('succeeded');
  });

  it('that is declined leaves the order open; a typed card pays the same order', async () => {
    await using fixture = await boot();
    const { user } = await storeCard(fixture, cards.declinedLater);
    const second = await order(fixture, { ...other, storedCard: 'use' }, user);

    expect(await second.confirm({ paymentMethod: second.storedCardId })).toBe('card_declined');
    expect(await problemOf(second.settle())).toMatchObject({
      detail: 'Payment status: requires_payment_method',
    });
    expect((await second.order()).status).toBe('failed');
    const again = await order(fixture, other, user);
    expect(again.orderId).toBe(second.orderId);
    expect(again.storedCardId).toBeUndefined();
    expect(await again.confirm({ card: cards.visa })).toBe('succeeded');

    expect((await again.settle()).paid).toBe(true);
    expect(await storedAt(fixture)).toEqual(['0341']);
  });

  it('is not stored when the choice is withdrawn in a repeated request or in a resumed order', async () => {
    await using fixture = await boot();
    const chosen = await order(fixture, { storedCard: 'store' });
    const withdrawn = await order(fixture, {}, chosen.user);
    await withdrawn.confirm({ card: cards.visa });
    const also = await order(fixture, { ...other, storedCard: 'store' }, chosen.user);
    const { orderId } = also;
    await chosen.api.resumeOrder({ params: { orderId } });
    await also.confirm({ card: cards.visa });

    expect(withdrawn.orderId).toBe(chosen.orderId);
    expect(await storedAt(fixture)).toEqual([]);
    expect(await chosen.api.getStoredCard()).toEqual({ card: null });
  });

  it('is unknown to a reader who has none: nothing is created', async () => {
    await using fixture = await boot();
    const unstored = await order(fixture, { storedCard: 'store' });

    for (const user of [testUser(), unstored.user]) {
      const body = { ...other, country: 'US', storedCard: 'use' } as const;
      expect(await problemOf(fixture.as(user).createPayment({ body }))).toMatchObject({
        status: 404,
        code: 'not-found',
        detail: 'No card is stored',
        data: { storedCard: null },
      });
      expect(await fixture.as(user).getStoredCard()).toEqual({ card: null });
    }
    expect(await fixture.orders.countDocuments()).toBe(1);
  });

  it('never pays for another reader', async () => {
    await using fixture = await boot();
    const first = await storeCard(fixture, cards.visa);
    const mine = await order(fixture, { ...other, storedCard: 'use' }, first.user);
    const stranger = await storeCard(fixture, cards.mastercard);
    const theirs = await order(fixture, { ...other, storedCard: 'use' }, stranger.user);

    expect(theirs.storedCardId).not.toBe(mine.storedCardId);
    expect(await theirs.confirm({ paymentMethod: mine.storedCardId })).toBe('resource_missing');
    expect((await theirs.order()).status).not.toBe('paid');
    expect(await customersAt(fixture)).toHaveLength(2);
  });

  it('is not for Cashfree, contributions and run fees', async () => {
    await using fixture = await boot();
    const { api } = await storeCard(fixture);
    const person = { name: 'Asha', email: 'asha@example.org' };
    const bodies = [
      { ...other, country: 'IN' },
      { ...person, amount: 50_000, isContribution: true, country: 'US' },
      { ...person, amount: 50_000, purpose: 'virtual-run', runDraftId: 'd1' },
    ];
    const before = updates(fixture).length;

    for (const body of bodies) {
      const use = { ...body, storedCard: 'use' as const };
      expect(await problemOf(api.createPayment({ body: use }))).toMatchObject({ status: 404 });
    }
    expect(await fixture.orders.countDocuments()).toBe(1);
    for (const body of bodies) await api.createPayment({ body: { ...body, storedCard: 'store' } });
    expect(updates(fixture)).toHaveLength(before);
  });

  it('costs a purchase without one no call of the provider', async () => {
    await using fixture = await boot();

    const { paymentIntentId } = await order(fixture);

    expect(updates(fixture)).toEqual([]);
    expect(await atStripe(fixture, `payment_intents/${paymentIntentId}`)).toMatchObject({ customer: null });
    expect(fixture.providerRequests.filter((line) => /\/v1\/(customers|payment_methods)/.test(line))).toEqual(
      [],
    );
  });

  it('has a customer at Stripe without name, address or metadata', async () => {
    await using fixture = await boot();
    const person = { name: 'Ashalata Rao', email: 'ashalata@example.org', contact: '+14155550100' };
    const first = await order(fixture, { ...person, storedCard: 'store' });

    expect(first.clientSecret).toBeTruthy();
    expect(await customersAt(fixture)).toMatchObject([
      { email: null, name: null, phone: null, metadata: {} },
    ]);
    const sent = fixture.providerRequests.filter((line) => /customer/.test(line)).join('\n');
    expect(sent).not.toMatch(/ashalata|4155550100/i);
    expect(sent).not.toContain(first.user.userId);
  });

  it('answers a repeated request as before; another choice with the same key is refused', async () => {
    await using fixture = await boot();
    const { user, api } = await storeCard(fixture);
    const headers = { 'idempotency-key': 'press-1' };
    const use = { ...other, storedCard: 'use' };

    const first = await order(fixture, use, user, headers);
    const again = await order(fixture, use, user, headers);

    expect(again.storedCardId).toBe(first.storedCardId);
    expect(again.clientSecret).toBe(first.clientSecret);
    const body = { ...other, country: 'US', storedCard: 'store' } as const;
    expect(await problemOf(api.createPayment({ body }, { headers }))).toMatchObject({
      code: 'idempotency-mismatch',
    });
  });
});
