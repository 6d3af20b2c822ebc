import { anEvent, testUser } from '@satrangi/chassis/testing';
import { accessGranted, userDeleted } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { bootPayments, type PaymentsFixture } from './boot-payments.ts';
import { admin, buy, contribution, problemOf, start } from './orders-fixture.ts';

const erased = 'payments.user-forgotten.v1';
const person = { name: 'Ashalata Rao', email: 'ashalata@example.org', contact: '+919876543210' };
const everything = async (fixture: PaymentsFixture) => JSON.stringify(await fixture.orders.find().toArray());

describe('the erasure of an account', () => {
  it('keeps orders under the pseudonymous id, without name, mail, phone or refund reason', async () => {
    await using fixture = await bootPayments();
    const { orderId, user, api } = await buy(fixture, 'cashfree', person);
    await api.requestRefund({ params: { orderId }, body: { reason: 'Ashalata changed her mind' } });
    await api.createPayment({ body: { ...person, amount: 10_000, isContribution: true } });
    expect(await everything(fixture)).toMatch(/ashalata/i);

    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: user.userId } }));

    expect(await everything(fixture)).not.toMatch(/ashalata|9876543210/i);
    expect(await fixture.orders.findOne({ _id: orderId })).toMatchObject({
      userId: user.userId,
      state: 'paid',
      amount: { minor: 49_900, currency: 'INR' },
    });
    expect((await fixture.as(admin).listOrders())[0]?.user).toEqual({
      _id: user.userId,
      name: null,
      email: null,
    });
  });

  it('covers contributions without a login under the same address, and no other person', async () => {
    await using fixture = await bootPayments();
    const { user } = await buy(fixture, 'cashfree', person);
    const give = { amount: 10_000, isContribution: true };
    for (const email of [person.email, 'Ashalata@Example.org'])
      await fixture.as('visitor').createPayment({ body: { ...person, ...give, email } });
    await fixture
      .as('visitor')
      .createPayment({ body: { name: 'Meera', email: 'meera@example.org', ...give } });

    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: user.userId } }));

    expect(await everything(fixture)).not.toMatch(/ashalata/i);
    expect(await everything(fixture)).toContain('meera@example.org');
  });

  it('of a stranger who only typed the address of another person leaves what that person gave', async () => {
    await using fixture = await bootPayments();
    const give = { amount: 10_000, isContribution: true };
    const { orderId } = await fixture.as('visitor').createPayment({ body: { ...person, ...give } });
    const stranger = await start(fixture, 'cashfree', { email: person.email });

    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: stranger.user.userId } }));

    expect(await fixture.orders.findOne({ _id: orderId })).toMatchObject({
      buyer: { name: 'Ashalata Rao', email: person.email },
    });
    expect(await fixture.orders.findOne({ _id: stranger.orderId })).toMatchObject({ buyer: { email: null } });
  });

  it('erases request digests, which would reveal a phone number by brute force', async () => {
    await using fixture = await bootPayments();
    const { orderId, user, api } = await buy(fixture, 'cashfree', person);
    await api.createPayment({ body: { ...person, amount: 10_000, isContribution: true } });
    const before = await fixture.orders.find().toArray();
    const digests = before.flatMap((order) => [
      String(order.fingerprint),
      String(order.idempotencyKey).replace(/^\w+:/, ''),
    ]);

    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: user.userId } }));

    const after = await everything(fixture);
    expect(digests.filter((digest) => after.includes(digest))).toEqual([]);
    expect(await fixture.orders.findOne({ _id: orderId })).toMatchObject({
      userId: user.userId,
      state: 'paid',
    });
  });

  it('of an admin leaves refunds and answers to their requests, without the id', async () => {
    await using fixture = await bootPayments();
    const leaving = testUser({ role: 'ADMIN' });
    const refunded = await buy(fixture, 'cashfree', person);
    const declined = await buy(fixture, 'cashfree', person);
    const params = ({ orderId }: { orderId: string }) => ({ params: { orderId } });
    await declined.api.requestRefund({ ...params(declined), body: { reason: 'Another plan' } });
    await fixture.as(leaving).declineRefund({ ...params(declined), body: { reason: 'It opens here.' } });
    const body = { reason: 'Bought by accident', amountMinor: 100 };
    await fixture.as(leaving).refundOrder({ ...params(refunded), body });
    await fixture.as(admin).refundOrder({ ...params(refunded), body: { ...body, amountMinor: 200 } });

    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: leaving.userId } }));

    expect(await everything(fixture)).not.toContain(leaving.userId);
    const orders = await fixture.as(admin).listOrders();
    const refunds = orders.flatMap((order) => order.refunds.map(({ by, amount }) => [by, amount.minor]));
    expect(refunds).toEqual([
      [null, 100],
      [admin.userId, 200],
    ]);
    expect(orders.find(({ _id }) => _id === declined.orderId)?.refundRequest?.declined).toMatchObject({
      reason: 'It opens here.',
      by: null,
    });
  });

  it.each(['a refund', 'an answer'])(
    'of an admin leaves no id in %s that is made at the same moment',
    async (act) => {
      await using fixture = await bootPayments();
      const leaving = testUser({ role: 'ADMIN' });
      const { orderId, api } = await buy(fixture, 'cashfree', person);
      const params = { orderId };
      await api.requestRefund({ params, body: { reason: 'Another plan' } });
      const driver = Object.getPrototypeOf(fixture.service.internals.store.connection.collection('orders'));
      const write = driver.findOneAndUpdate;
      let isDone = false;
      using _spy = vi.spyOn(driver, 'findOneAndUpdate').mockImplementation(async function (
        this: unknown,
        ...written: unknown[]
      ) {
        if (!isDone && JSON.stringify(written).includes(`"by":"${leaving.userId}"`)) {
          isDone = true;
          await fixture.service.deliver(anEvent(userDeleted, { data: { userId: leaving.userId } }));
        }
        return Reflect.apply(write, this, written);
      });

      if (act === 'a refund')
        await fixture.as(leaving).refundOrder({ params, body: { reason: 'By accident' } });
      else await fixture.as(leaving).declineRefund({ params, body: { reason: 'It opens here.' } });

      expect(isDone).toBe(true);
      const stored = await everything(fixture);
      expect(stored).toContain(act === 'a refund' ? 'By accident' : 'It opens here.');
      expect(stored).not.toContain(leaving.userId);
    },
  );

  it.each([
    ['an order', { items: [{ media: 'm1' }], country: 'IN', ...person }],
    ['a gift', { items: [{ media: 'm1' }], country: 'IN', isGift: true, giftEmail: person.email }],
    ['a contribution', { ...contribution, ...person }],
  ])('leaves nothing of %s that is placed at the same moment, which is not charged', async (_what, body) => {
    await using fixture = await bootPayments();
    const leaving = testUser();
    // the login was read before
    await fixture.erasures.insertOne({ _id: leaving.userId });

    expect(await problemOf(fixture.as(leaving).createPayment({ body }))).toMatchObject({ status: 401 });

    expect(await everything(fixture)).not.toMatch(/ashalata|9876543210/i);
    expect(await fixture.ledger()).toEqual([]);
  });

  it('leaves nothing of an order that is continued at the same moment', async () => {
    await using fixture = await bootPayments();
    const { api, user } = await start(fixture, 'cashfree');
    await fixture.erasures.insertOne({ _id: user.userId });

    const body = { items: [{ media: 'm1' }], country: 'IN', ...person };
    const headers = { 'idempotency-key': 'another' };
    expect(await problemOf(api.createPayment({ body }, { headers }))).toMatchObject({ status: 401 });

    expect(await everything(fixture)).not.toMatch(/ashalata|9876543210/i);
  });

  it('is acknowledged once for each requesting event', async () => {
    await using fixture = await bootPayments();
    const { userId } = testUser();
    const deletions = [1, 2].map(() => anEvent(userDeleted, { data: { userId } }));

    for (const event of [...deletions, ...deletions]) await fixture.service.deliver(event);

    const answers = await fixture.announced(erased);
    expect(answers.map(({ data }) => data)).toEqual([{ userId }, { userId }]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(2);
  });

  it('cancels a pending receipt, and affects no other person', async () => {
    await using fixture = await bootPayments();
    await fixture.knob({ target: 'mail.receive', status: 451 });
    const mine = await buy(fixture, 'cashfree', person);
    await buy(fixture, 'cashfree', { email: 'meera@example.org' });
    await fixture.service.runWork();
    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: mine.user.userId } }));
    await fixture.clearKnobs();

    await fixture.service.runWork();

    expect((await fixture.mails()).map(({ to }) => to[0])).toEqual(['meera@example.org']);
  });
});

describe('the export', () => {
  it('is available to its owner only', async () => {
    await using fixture = await bootPayments();
    const { orderId, api, user } = await buy(fixture, 'cashfree', person);
    await api.requestRefund({ params: { orderId }, body: { reason: 'My words' } });
    const data = { userId: user.userId, mediaId: 'm1', mediaType: 'ebook', format: 'text' } as const;
    await fixture.service.deliver(anEvent(accessGranted, { data }));

    const mine = await api.exportMine();

    expect(mine).toMatchObject({
      orders: [
        {
          orderId,
          name: 'Ashalata Rao',
          email: person.email,
          phone: person.contact,
          country: 'IN',
          refundReason: 'My words',
        },
      ],
      owned: [{ media: 'm1', format: 'text' }],
    });
    expect(await fixture.as(testUser()).exportMine()).toEqual({
      orders: [],
      owned: [],
      redeemed: [],
      storedCard: null,
    });
    await expect(fixture.as('visitor').exportMine()).rejects.toMatchObject({ status: 401 });
  });
});
