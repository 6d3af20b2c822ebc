/** The holdings endpoint, which identity calls for accounts with an unproved address (decision 0053). */
import { anEvent, TEST_INTERNAL_SECRET, testUser } from '@satrangi/chassis/testing';
import { accessGranted, type UserId, userUpdated } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { nextCheckField } from '../src/orders/order-documents.store.ts';
import { bootPayments, type PaymentsFixture, startedOrder } from './boot-payments.ts';

const DAY_MS = 86_400_000;
const headers = { 'x-internal-secret': TEST_INTERNAL_SECRET };
const owns = async (fixture: PaymentsFixture, userId: UserId, tokenVersion?: number): Promise<boolean> =>
  (
    await fixture
      .as('visitor')
      .holdings(
        { params: { userId }, query: tokenVersion === undefined ? {} : { tokenVersion } },
        { headers },
      )
  ).owns;
const asha = testUser();
const bela = testUser();

const order = async (fixture: PaymentsFixture, country = 'US') =>
  startedOrder(await fixture.as(asha).createPayment({ body: { items: [{ media: 'm1' }], country } }));

describe('an account owns something in payments', () => {
  it('with an order at its provider, and other accounts do not', async () => {
    await using fixture = await bootPayments();
    expect(await owns(fixture, asha.userId)).toBe(false);

    await order(fixture);

    expect(await owns(fixture, asha.userId)).toBe(true);
    expect(await owns(fixture, bela.userId)).toBe(false);
  });

  it('with an order whose start never reached the provider', async () => {
    await using fixture = await bootPayments();
    await fixture.knob({ target: 'stripe.*', status: 500 });
    await order(fixture).catch(() => {});

    expect(await owns(fixture, asha.userId)).toBe(true);
  });

  it.each(['stripe', 'cashfree'] as const)('with a paid purchase by %s', async (provider) => {
    await using fixture = await bootPayments();
    const { secret } = await order(fixture, provider === 'stripe' ? 'US' : 'IN');
    await fixture.pay[provider](secret);

    fixture.service.clock.advance(400 * DAY_MS);

    expect(await owns(fixture, asha.userId)).toBe(true);
  });

  it('with a contribution made while logged in', async () => {
    await using fixture = await bootPayments();
    await fixture.as(asha).createPayment({
      body: { amount: 10_000, isContribution: true, name: 'Asha', email: 'asha@example.org' },
    });

    expect(await owns(fixture, asha.userId)).toBe(true);
  });

  it('with an expired order while a late payment is possible; not after a month', async () => {
    await using fixture = await bootPayments();
    await order(fixture);
    for (let day = 0; day < 6; day += 1) {
      fixture.service.clock.advance(DAY_MS);
      await fixture.service.runJob('sweep-orders');
    }
    expect(await fixture.orders.findOne({ userId: asha.userId })).toMatchObject({
      state: 'expired',
      [nextCheckField]: null,
    });
    expect(await owns(fixture, asha.userId)).toBe(true);

    fixture.service.clock.advance(26 * DAY_MS);

    expect(await owns(fixture, asha.userId)).toBe(false);
  });

  it('with an expired order that still has a scheduled check, however old', async () => {
    await using fixture = await bootPayments();
    await order(fixture);
    await fixture.orders.updateOne({ userId: asha.userId }, { $set: { state: 'expired', rank: 3 } });
    fixture.service.clock.advance(60 * DAY_MS);

    expect(await owns(fixture, asha.userId)).toBe(true);
  });

  it('with items granted by the library', async () => {
    await using fixture = await bootPayments();
    const data = { userId: asha.userId, mediaId: 'm1', mediaType: 'ebook', format: 'text' } as const;
    await fixture.service.deliver(anEvent(accessGranted, { data }));

    expect(await owns(fixture, asha.userId)).toBe(true);
  });
});

describe('the holdings endpoint', () => {
  it('is unavailable until older logins are revoked here', async () => {
    await using fixture = await bootPayments();
    const ended = (tokenVersion: number) =>
      anEvent(userUpdated, { data: { userId: asha.userId, role: 'USER', tokenVersion } });
    await expect(owns(fixture, asha.userId, 2)).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    await fixture.service.deliver(ended(1));
    await expect(owns(fixture, asha.userId, 2)).rejects.toMatchObject({ status: 503 });

    await fixture.service.deliver(ended(2));

    expect(await owns(fixture, asha.userId, 2)).toBe(false);
  });

  it('is for services only', async () => {
    await using fixture = await bootPayments();
    const question = { params: { userId: asha.userId } };

    for (const caller of [fixture.as('visitor'), fixture.as(asha), fixture.as(testUser({ role: 'ADMIN' }))])
      await expect(caller.holdings(question)).rejects.toMatchObject({ status: 401 });
    await expect(
      fixture.as('visitor').holdings(question, { headers: { 'x-internal-secret': 'guess' } }),
    ).rejects.toMatchObject({ status: 401 });
  });
});
