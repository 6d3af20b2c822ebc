/** The list of admin writes of all services. */
import { anEvent, testUser } from '@satrangi/chassis/testing';
import {
  type AdminActOutcome,
  adminActed,
  analyticsUsageApi,
  liveTypes,
  type ServiceName,
  serviceNames,
  userDeleted,
} from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { adminUser, bootUsage, refusal } from './boot-usage.ts';

const act = (
  actId: string,
  outcome: AdminActOutcome,
  {
    service = 'cms',
    by = 'an-admin',
    at = new Date(),
  }: { service?: ServiceName; by?: string; at?: Date } = {},
) =>
  anEvent(adminActed[service], {
    id: `${actId}-${outcome}`,
    data: {
      actId,
      by,
      call: `${service}.deleteThing`,
      target: 'thing-1',
      outcome,
      requestId: 'request-1',
      at: at.toISOString(),
    },
  });

it('ADM-47 writes of every service are listed, newest first, by admin, call and day', async () => {
  await using usage = await bootUsage();
  for (const [n, service] of serviceNames.entries())
    await usage.service.deliver(
      act(`act-${n}`, 'done', { service, at: new Date(Date.UTC(2026, 10, 1 + n, 12)) }),
    );
  await usage.service.deliver(act('mine', 'refused', { by: 'me', at: new Date('2026-10-01T12:00:00.000Z') }));
  const list = async (query: object) => (await usage.admin.listAudit({ query })).items;

  expect((await list({})).map(({ actId }) => actId)).toEqual([
    ...serviceNames.map((_name, n) => `act-${n}`).reverse(),
    'mine',
  ]);
  expect(await list({ by: 'me' })).toMatchObject([{ actId: 'mine', outcome: 'refused', target: 'thing-1' }]);
  expect(await list({ call: 'payments.deleteThing' })).toHaveLength(1);
  expect(await list({ from: '2026-11-02', to: '2026-11-03' })).toHaveLength(2);
  expect(await usage.admin.listAudit({ query: { page: 2 } })).toMatchObject({
    items: [],
    total: serviceNames.length + 1,
  });
  expect(await usage.admin.listAudit({ query: { page: 2, limit: 2 } })).toMatchObject({
    items: (await list({})).slice(2, 4),
    page: 2,
    pageSize: 2,
  });
  expect(await refusal(usage.admin.listAudit({ query: { limit: 101 } }))).toMatchObject({ status: 400 });
  const reader = usage.service.as(testUser(), analyticsUsageApi);
  expect(await refusal(reader.listAudit({ query: {} }))).toMatchObject({ status: 403 });
  const live = (await usage.service.liveMessages()).filter(
    ({ message }) => message.type === liveTypes.adminActed,
  );
  expect(live[0]?.audience).toEqual({ to: 'admins' });
});

it('ADM-47 a known outcome replaces unknown, in any order, and is never replaced', async () => {
  await using usage = await bootUsage();
  for (const outcome of ['unknown', 'done', 'unknown'] as const)
    await usage.service.deliver(act('a', outcome));
  for (const outcome of ['failed', 'unknown'] as const) await usage.service.deliver(act('b', outcome));
  await usage.service.deliver(act('c', 'unknown'));
  const { items } = await usage.admin.listAudit({ query: {} });

  expect(Object.fromEntries(items.map(({ actId, outcome }) => [actId, outcome]))).toEqual({
    a: 'done',
    b: 'failed',
    c: 'unknown',
  });
});

it('ADM-47 an erased admin stays in no list, whatever comes first', async () => {
  await using usage = await bootUsage();
  await usage.service.deliver(act('before', 'done', { by: 'leaving' }));
  await usage.service.deliver(anEvent(userDeleted, { data: { userId: 'leaving' } }));
  await usage.service.deliver(act('after', 'done', { by: 'leaving' }));
  const { items } = await usage.admin.listAudit({ query: {} });

  expect(items.map(({ by }) => by)).toEqual([null, null]);
});

it('ADM-47 the export of an admin lists what they did', async () => {
  await using usage = await bootUsage();
  await usage.service.deliver(act('mine', 'done', { by: adminUser.userId }));

  expect((await usage.admin.exportMine()).acts).toMatchObject([{ call: 'cms.deleteThing', outcome: 'done' }]);
});

it('ADM-47 a write of this service is recorded like those of the others', async () => {
  await using usage = await bootUsage();
  await usage.admin.rebuild();
  for (const event of await usage.service.publishedEvents()) await usage.service.deliver(event);

  expect((await usage.admin.listAudit({ query: {} })).items).toMatchObject([
    { by: adminUser.userId, call: 'analytics-usage.rebuild', target: null, outcome: 'done' },
  ]);
});
