/** Writes of admins are recorded before they run, and their outcome is published (ADM-47). */
import { adminActed, defineApi, userDeleted } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineService, mountApi, Refusal } from '../src/index.ts';
import { anEvent, type Booted, bootService, testUser } from '../src/testing/index.ts';

const params = z.object({ id: z.string() });
const answer = z.object({ ok: z.boolean() });
const write = { method: 'POST', access: 'admin', summary: 'Changes a thing', response: answer } as const;

const thingsApi = defineApi({
  change: { ...write, path: '/admin/things/:id', params },
  refuse: { ...write, path: '/admin/things/:id/refuse', params, body: z.object({ why: z.string() }) },
  fail: { ...write, path: '/admin/things/fail' },
  read: { ...write, method: 'GET', path: '/admin/things' },
  exportAll: { ...write, method: 'GET', path: '/admin/things/all', audited: true },
  lookUp: { ...write, path: '/things/ask', access: 'user' },
});

const things = defineService({
  name: 'library',
  config: z.object({}),
  build: () => ({
    apis: [
      mountApi(thingsApi, {
        change: () => ({ ok: true }),
        refuse: () => {
          throw new Refusal('too-late', 'That is no longer possible');
        },
        fail: () => {
          throw new Error('a defect');
        },
        read: () => ({ ok: true }),
        exportAll: () => ({ ok: true }),
        lookUp: () => ({ ok: true }),
      }),
    ],
  }),
});

const admin = testUser({ userId: 'the-admin', role: 'ADMIN' });
const acts = ({ internals }: Booted) => internals.store.connection.collection('acts').find().toArray();
const published = async (service: Booted) =>
  (await service.auditEvents()).filter(({ type }) => type === adminActed.library.type);

it('ADM-47 a write or an export of an admin is published once with who, what, target and how it ended', async () => {
  await using service = await bootService(things);
  const client = service.as(admin, thingsApi);
  await client.change({ params: { id: 'thing-1' } });
  await client.refuse({ params: { id: 'thing-2' }, body: { why: 'a private word' } }).catch(() => {});
  await client.fail().catch(() => {});
  await client.exportAll();
  const events = await published(service);

  expect(events.map(({ data }) => data)).toMatchObject([
    { by: 'the-admin', call: 'library.change', target: 'thing-1', outcome: 'done' },
    { by: 'the-admin', call: 'library.refuse', target: 'thing-2', outcome: 'refused' },
    { by: 'the-admin', call: 'library.fail', target: null, outcome: 'failed' },
    { by: 'the-admin', call: 'library.exportAll', target: null, outcome: 'done' },
  ]);
  expect(JSON.stringify([events, await acts(service)])).not.toContain('a private word');
});

it('ADM-47 reads, other roles, and input that is not valid leave no record; nor does a target that is no id', async () => {
  await using service = await bootService(things);
  const client = service.as(admin, thingsApi);
  await client.read();
  await client.lookUp();
  await service.as(testUser(), thingsApi).lookUp();
  await service
    .as(testUser(), thingsApi)
    .change({ params: { id: 'x' } })
    .catch(() => {});
  await client.refuse({ params: { id: 'x' }, body: {} as { why: string } }).catch(() => {});
  expect(await acts(service)).toEqual([]);

  await client.change({ params: { id: 'asha@example.org' } });
  expect(await acts(service)).toMatchObject([{ target: null }]);
});

it('ADM-47 a write that was cut off is published as unknown after a minute, once', async () => {
  await using service = await bootService(things);
  const { connection } = service.internals.store;
  await connection.collection<{ _id: string }>('acts').insertOne({
    _id: 'cut-off',
    by: 'the-admin',
    call: 'library.change',
    target: 'thing-1',
    requestId: 'request-1',
    at: service.clock.now(),
    outcome: 'unknown',
  } as { _id: string });
  await service.runJob('sweep-acts');
  expect(await published(service)).toEqual([]);
  service.clock.advance(61_000);
  await service.runJob('sweep-acts');
  await service.runJob('sweep-acts');

  expect((await published(service)).map(({ data }) => data)).toMatchObject([
    { actId: 'cut-off', outcome: 'unknown' },
  ]);
});

it('ADM-47 an erased admin is removed from the records', async () => {
  await using service = await bootService(things);
  await service.as(admin, thingsApi).change({ params: { id: 'thing-1' } });
  await service.deliver(anEvent(userDeleted, { data: { userId: 'the-admin' } }));

  expect(await acts(service)).toMatchObject([{ by: null, call: 'library.change' }]);
});

it('ADM-47 an act that is stored after its admin was erased names nobody', async () => {
  await using service = await bootService(things);
  const driver = Object.getPrototypeOf(service.internals.store.connection.collection('acts'));
  const write = driver.insertOne;
  let isDone = false;
  using _spy = vi.spyOn(driver, 'insertOne').mockImplementation(async function (
    this: unknown,
    ...written: unknown[]
  ) {
    if (!isDone && JSON.stringify(written).includes('library.change')) {
      isDone = true;
      await service.deliver(anEvent(userDeleted, { data: { userId: 'the-admin' } }));
    }
    return Reflect.apply(write, this, written);
  });

  await service.as(admin, thingsApi).change({ params: { id: 'thing-1' } });

  expect(isDone).toBe(true);
  expect(await acts(service)).toMatchObject([{ by: null, call: 'library.change', outcome: 'done' }]);
});
