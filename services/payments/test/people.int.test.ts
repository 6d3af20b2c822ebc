import { anEvent, testUser } from '@satrangi/chassis/testing';
import { accessGranted, userDeleted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { admin, buy } from './buying.ts';
import { openWorld, type World } from './world.ts';

const forgotten = 'payments.user-forgotten.v1';
const person = { name: 'Ashalata Rao', email: 'ashalata@example.org', contact: '+919876543210' };
const everything = async (world: World) => JSON.stringify(await world.orders.find().toArray());

describe('an account that is deleted', () => {
  it('leaves its orders in the books under its pseudonymous id, without name, mail, phone or words', async () => {
    await using world = await openWorld();
    const { orderId, user, api } = await buy(world, 'cashfree', person);
    await api.requestRefund({ params: { orderId }, body: { reason: 'Ashalata changed her mind' } });
    await api.createPayment({ body: { ...person, amount: 10_000, isContribution: true } });
    expect(await everything(world)).toMatch(/ashalata/i);

    await world.service.deliver(anEvent(userDeleted, { data: { userId: user.userId } }));

    expect(await everything(world)).not.toMatch(/ashalata|9876543210/i);
    expect(await world.orders.findOne({ _id: orderId })).toMatchObject({
      userId: user.userId,
      state: 'paid',
      amount: { minor: 49_900, currency: 'INR' },
    });
    expect((await world.as(admin).listOrders())[0]?.user).toEqual({
      _id: user.userId,
      name: null,
      email: null,
    });
  });

  it('is forgotten in what it gave without a login under the same address too, and nobody else is', async () => {
    await using world = await openWorld();
    const { user } = await buy(world, 'cashfree', person);
    const give = { amount: 10_000, isContribution: true };
    await world.as('visitor').createPayment({ body: { ...person, ...give } });
    await world.as('visitor').createPayment({ body: { name: 'Meera', email: 'meera@example.org', ...give } });

    await world.service.deliver(anEvent(userDeleted, { data: { userId: user.userId } }));

    expect(await everything(world)).not.toMatch(/ashalata/i);
    expect(await everything(world)).toContain('meera@example.org');
  });

  it('leaves no digest of its requests either: a phone number can be found by trying all of them', async () => {
    await using world = await openWorld();
    const { orderId, user, api } = await buy(world, 'cashfree', person);
    await api.createPayment({ body: { ...person, amount: 10_000, isContribution: true } });
    const before = await world.orders.find().toArray();
    const digests = before.flatMap((order) => [
      String(order.fingerprint),
      String(order.idempotencyKey).replace(/^\w+:/, ''),
    ]);

    await world.service.deliver(anEvent(userDeleted, { data: { userId: user.userId } }));

    const after = await everything(world);
    expect(digests.filter((digest) => after.includes(digest))).toEqual([]);
    expect(await world.orders.findOne({ _id: orderId })).toMatchObject({
      userId: user.userId,
      state: 'paid',
    });
  });

  it('is answered each time it is asked, once for each time', async () => {
    await using world = await openWorld();
    const { userId } = testUser();
    const asked = [1, 2].map(() => anEvent(userDeleted, { data: { userId } }));

    for (const event of [...asked, ...asked]) await world.service.deliver(event);

    const answers = await world.announced(forgotten);
    expect(answers.map(({ data }) => data)).toEqual([{ userId }, { userId }]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(2);
  });

  it('gets no receipt any more, and nobody else is forgotten', async () => {
    await using world = await openWorld();
    await world.knob({ target: 'mail.receive', status: 451 });
    const mine = await buy(world, 'cashfree', person);
    await buy(world, 'cashfree', { email: 'meera@example.org' });
    await world.service.runWork();
    await world.service.deliver(anEvent(userDeleted, { data: { userId: mine.user.userId } }));
    await world.calm();

    await world.service.runWork();

    expect((await world.mails()).map(({ to }) => to[0])).toEqual(['meera@example.org']);
  });
});

describe('everything payments holds of a person', () => {
  it('is handed out to that person alone', async () => {
    await using world = await openWorld();
    const { orderId, api, user } = await buy(world, 'cashfree', person);
    await api.requestRefund({ params: { orderId }, body: { reason: 'My words' } });
    const data = { userId: user.userId, mediaId: 'm1', mediaType: 'ebook', format: 'text' } as const;
    await world.service.deliver(anEvent(accessGranted, { data }));

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
    expect(await world.as(testUser()).exportMine()).toEqual({ orders: [], owned: [] });
    await expect(world.as('visitor').exportMine()).rejects.toMatchObject({ status: 401 });
  });
});
