import { anEvent, testUser } from '@satrangi/chassis/testing';
import { userDeleted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments, media, type PaymentsFixture } from './boot-payments.ts';
import { cards, customersAt, deleteAtStripe, order, storeCard, storedAt } from './cards-fixture.ts';
import { problemOf } from './orders-fixture.ts';

const other = { items: [{ media: 'm2' }] };
const acknowledged = 'payments.user-forgotten.v1';

const boot = async (): Promise<PaymentsFixture> => {
  const fixture = await bootPayments();
  await fixture.service.deliver(media({ mediaId: 'm2', title: 'Rain' }));
  return fixture;
};

const recordsOf = async ({ cardCustomers }: PaymentsFixture): Promise<string[]> =>
  (await cardCustomers.find().toArray()).map(({ _id }) => _id);

const deletion = (userId: string) => anEvent(userDeleted, { data: { userId } });

/** Runs `act` once, before the service gets the answer of a call of the sandbox's Stripe. */
const during = (fixture: PaymentsFixture, call: RegExp, act: () => Promise<unknown>): void => {
  fixture.providerProxy.beforeAnswer((line) => (call.test(line) ? act() : null));
};

describe('the removal of a stored card', () => {
  it('deletes the customer at Stripe; it can be repeated, and another card stored afterwards', async () => {
    await using fixture = await boot();
    const { api, user } = await storeCard(fixture);

    for (const _time of [1, 2]) expect(await api.removeStoredCard()).toEqual({ ok: true });

    expect(await customersAt(fixture)).toEqual([]);
    expect(await api.getStoredCard()).toEqual({ card: null });
    expect((await api.exportMine()).storedCard).toBeNull();
    const again = await order(fixture, { ...other, storedCard: 'store' }, user);
    await again.confirm({ card: cards.mastercard });
    expect(await storedAt(fixture)).toEqual(['4444']);
    expect(await fixture.as(testUser()).removeStoredCard()).toEqual({ ok: true });
  });

  it('loses nothing while Stripe does not answer', async () => {
    await using fixture = await boot();
    const { api, user } = await storeCard(fixture);
    await fixture.knob({ target: 'stripe.customers.delete', status: 500 });

    expect(await problemOf(api.removeStoredCard())).toMatchObject({ status: 502, code: 'provider-failed' });

    await fixture.clearKnobs();
    expect((await api.getStoredCard()).card).not.toBeNull();
    const next = await order(fixture, { ...other, storedCard: 'use' }, user);
    expect(await next.confirm({ paymentMethod: next.storedCardId })).toBe('succeeded');
    await api.removeStoredCard();
    expect(await customersAt(fixture)).toEqual([]);
  });

  it('ends an open order that was to store it: its payment belongs to the removed customer', async () => {
    await using fixture = await boot();
    const open = await order(fixture, { storedCard: 'store' });
    await open.api.removeStoredCard();
    expect(await open.confirm({ card: cards.visa })).toBe('resource_missing');

    const body = { items: [{ media: 'm1' }], country: 'US' };
    const refused = await problemOf(open.api.createPayment({ body }));
    const next = await order(fixture, { storedCard: 'store' }, open.user);

    expect(refused).toMatchObject({
      code: 'too-late',
      detail: 'This order was cancelled. Please order again.',
    });
    expect(next.orderId).not.toBe(open.orderId);
    expect(await next.confirm({ card: cards.visa })).toBe('succeeded');
    expect(await storedAt(fixture)).toEqual(['4242']);
  });

  it('in the dashboard of Stripe makes the next purchase store another one', async () => {
    await using fixture = await boot();
    const { api, user } = await storeCard(fixture);
    await deleteAtStripe(fixture, (await customersAt(fixture))[0]?.id);

    expect(await api.getStoredCard()).toEqual({ card: null });
    const next = await order(fixture, { ...other, storedCard: 'store' }, user);
    await next.confirm({ card: cards.mastercard });

    expect(await storedAt(fixture)).toEqual(['4444']);
  });

  it('of a record while its customer is created leaves no customer without a record', async () => {
    await using fixture = await boot();
    during(fixture, /^POST \/v1\/customers /, () => fixture.cardCustomers.deleteMany({}));

    const { api } = await order(fixture, { storedCard: 'store' });

    const kept = (await api.exportMine()).storedCard?.customerId;
    expect((await customersAt(fixture)).map(({ id }) => id)).toEqual([kept]);
  });

  it('at the same moment as the first purchase that stores one leaves one customer, with a record', async () => {
    await using fixture = await boot();
    const user = testUser();
    const api = fixture.as(user);
    during(fixture, /^POST \/v1\/customers /, () => api.removeStoredCard());

    const first = await order(fixture, { storedCard: 'store' }, user);
    await first.confirm({ card: cards.visa });

    expect((await api.getStoredCard()).card?.last4).toBe('4242');
    expect(await customersAt(fixture)).toHaveLength(1);
  });
});

describe('two purchases that store a card at once', () => {
  it('make one customer', async () => {
    await using fixture = await boot();
    const user = testUser();
    await fixture.knob({ target: 'stripe.customers.create', hang: 200 });

    const orders = await Promise.all(
      [{}, other].map((more) => order(fixture, { ...more, storedCard: 'store' }, user)),
    );

    expect(await customersAt(fixture)).toHaveLength(1);
    for (const one of orders) expect(await one.confirm({ card: cards.visa })).toBe('succeeded');
    expect(await storedAt(fixture)).toHaveLength(2);
  });
});

describe('the erasure of an account', () => {
  it('deletes the customer and the record before it is acknowledged', async () => {
    await using fixture = await boot();
    const { user } = await storeCard(fixture);
    const stranger = await storeCard(fixture, cards.mastercard);
    const exported = (await stranger.api.exportMine()).storedCard;
    expect((await customersAt(fixture)).map(({ id }) => id)).toContain(exported?.customerId);

    await fixture.service.deliver(deletion(user.userId));

    expect((await customersAt(fixture)).map(({ id }) => id)).toEqual([exported?.customerId]);
    expect(await recordsOf(fixture)).toEqual([stranger.user.userId]);
    expect(await fixture.announced(acknowledged)).toHaveLength(1);
  });

  it('is not acknowledged while Stripe does not answer, and is complete when it does', async () => {
    await using fixture = await boot();
    const { user } = await storeCard(fixture);
    const event = deletion(user.userId);
    await fixture.knob({ target: 'stripe.customers.delete', status: 500 });

    await expect(fixture.service.deliver(event)).rejects.toThrow();
    expect(await fixture.announced(acknowledged)).toEqual([]);
    expect(await recordsOf(fixture)).toHaveLength(1);
    await fixture.clearKnobs();
    await fixture.service.deliver(event);

    expect(await customersAt(fixture)).toEqual([]);
    expect(await recordsOf(fixture)).toEqual([]);
    expect(await fixture.announced(acknowledged)).toHaveLength(1);
  });

  it.each(['before the customer is created', 'after it'])(
    'leaves no customer of a purchase at the same moment: erased %s',
    async (when) => {
      await using fixture = await boot();
      const user = testUser();
      const erase = () => fixture.service.deliver(deletion(user.userId));
      if (when === 'after it') during(fixture, /^POST \/v1\/customers /, erase);
      else during(fixture, /^POST \/v1\/payment_intents /, erase);

      const body = { items: [{ media: 'm1' }], country: 'US', storedCard: 'store' as const };
      expect(await problemOf(fixture.as(user).createPayment({ body }))).toMatchObject({ status: 401 });

      expect(await customersAt(fixture)).toEqual([]);
      expect(await recordsOf(fixture)).toEqual([]);
      expect(await fixture.announced(acknowledged)).toHaveLength(1);
    },
  );

  it('after a crash between customer and record finds the customer', async () => {
    await using fixture = await boot();
    const user = testUser();
    await fixture.knob({ target: 'stripe.customers.create', status: 500, after: true, times: 3 });
    const body = { items: [{ media: 'm1' }], country: 'US', storedCard: 'store' as const };
    expect(await problemOf(fixture.as(user).createPayment({ body }))).toMatchObject({ status: 502 });
    expect(await customersAt(fixture)).toHaveLength(1);
    await fixture.clearKnobs();

    await fixture.service.deliver(deletion(user.userId));

    expect(await customersAt(fixture)).toEqual([]);
    expect(await recordsOf(fixture)).toEqual([]);
  });
});
