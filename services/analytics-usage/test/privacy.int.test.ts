/** Erasure and export of an account: money stays, the person goes. */
import { anEvent, TEST_INTERNAL_SECRET, testUser } from '@satrangi/chassis/testing';
import { analyticsUsageApi, userDeleted, userForgotten, userRegistered } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootUsage, purchase, type UsageFixture } from './boot-usage.ts';

const deleted = (userId: string, id = `deleted-${userId}`) => anEvent(userDeleted, { id, data: { userId } });
const registered = (userId: string) =>
  anEvent(userRegistered, { id: `registered-${userId}`, data: { userId, role: 'USER', tokenVersion: 0 } });
const rows = async ({ service }: UsageFixture, collection: string) =>
  service.internals.store.connection.collection(collection).find().toArray();

it('USE-15 an erased account leaves its amounts and counts, and no pseudonym', async () => {
  await using usage = await bootUsage();
  for (const userId of ['asha', 'meera']) {
    await usage.service.deliver(registered(userId));
    await usage.service.deliver(purchase({ orderId: `of-${userId}`, userId }));
  }
  await usage.count();
  await usage.service.deliver(deleted('asha', 'first'));
  await usage.service.deliver(deleted('asha', 'second'));
  await usage.count();

  expect(await usage.admin.getKpis()).toMatchObject({ activeUsers: 1, totalRevenue: 998, paidOrders: 2 });
  expect((await rows(usage, 'facts')).filter(({ who }) => who !== undefined)).toHaveLength(2);
  expect(await rows(usage, 'people')).toHaveLength(1);
  const acknowledged = (await usage.service.publishedEvents()).filter(
    ({ type }) => type === userForgotten['analytics-usage'].type,
  );
  expect(acknowledged.map(({ data }) => data)).toEqual([{ userId: 'asha' }, { userId: 'asha' }]);
  expect(new Set(acknowledged.map(({ id }) => id)).size).toBe(1);
});

it('an event that arrives after the erasure, or during it, restores no account', async () => {
  await using usage = await bootUsage();
  await usage.service.deliver(registered('asha'));
  await Promise.all([
    usage.service.deliver(deleted('asha')),
    ...Array.from({ length: 20 }, (_, n) =>
      usage.service.deliver(purchase({ orderId: `during-${n}`, userId: 'asha' })),
    ),
    usage.count(),
  ]);
  await usage.service.deliver(purchase({ orderId: 'after', userId: 'asha' }));
  await usage.count();

  expect((await rows(usage, 'facts')).filter(({ who }) => who !== undefined)).toEqual([]);
  expect(await rows(usage, 'people')).toEqual([]);
  expect(await usage.admin.getKpis()).toMatchObject({ activeUsers: 0, paidOrders: 21 });
});

it('an event that was stored during the erasure, by a process that stopped then, loses its account when it comes again', async () => {
  await using usage = await bootUsage();
  const event = purchase({ orderId: 'stored-during', userId: 'asha' });
  await usage.service.deliver(event);
  const [fact] = await rows(usage, 'facts');
  await usage.service.deliver(deleted('asha'));
  const facts = usage.service.internals.store.connection.collection('facts');
  await facts.updateMany({}, { $set: { who: fact?.who } });
  await usage.service.deliver(event);

  expect(fact?.who).toBeTypeOf('string');
  expect((await rows(usage, 'facts')).filter(({ who }) => who !== undefined)).toEqual([]);
});

it('the export lists days and counts of the caller; holdings are for services only', async () => {
  await using usage = await bootUsage();
  await usage.service.deliver(registered('asha'));
  await usage.service.deliver(purchase({ orderId: 'o', userId: 'asha' }));
  await usage.count();
  const asha = usage.service.as(testUser({ userId: 'asha' }), analyticsUsageApi);
  const holdings = (userId: string, secret: string) =>
    fetch(`${usage.service.url}/internal/analytics-usage/holdings/${userId}`, {
      headers: { 'x-internal-secret': secret },
    });

  const mine = await asha.exportMine();
  expect(mine).toMatchObject({ events: { 'account-registered': 1, 'purchase-paid': 1 }, acts: [] });
  expect(mine.days).toHaveLength(1);
  expect(await usage.service.as(testUser(), analyticsUsageApi).exportMine()).toEqual({
    days: [],
    events: {},
    acts: [],
  });
  // facts are no possession: an account whose address was never proved is erased all the same
  expect(await (await holdings('asha', TEST_INTERNAL_SECRET)).json()).toEqual({ owns: false });
  expect((await holdings('asha', 'a-guess')).status).toBe(401);
});
