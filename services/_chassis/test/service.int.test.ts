import { defineApi, defineEvent, type SubscriptionDefinition } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineService, mountApi, on, Refusal, Schema } from '../src/index.ts';
import { anEvent, bootService, testUser, tokenOf } from '../src/testing/index.ts';

const api = defineApi({
  list: {
    method: 'GET',
    path: '/things',
    access: 'public',
    summary: '',
    response: z.array(z.object({ _id: z.string(), n: z.int() })),
  },
  free: {
    method: 'GET',
    path: '/things/free',
    access: 'public',
    summary: '',
    response: z.object({ free: z.literal(true) }),
  },
  one: {
    method: 'GET',
    path: '/things/:id',
    access: 'user',
    summary: '',
    params: z.object({ id: z.string() }),
    response: z.object({ _id: z.string(), mine: z.string() }),
  },
  add: {
    method: 'POST',
    path: '/things',
    access: 'user',
    summary: '',
    status: 201,
    body: z.object({ id: z.string(), n: z.int('n must be whole') }),
    response: z.object({ created: z.boolean() }),
  },
  drop: {
    method: 'DELETE',
    path: '/things/:id',
    access: 'admin',
    summary: '',
    status: 204,
    params: z.object({ id: z.string() }),
    response: z.undefined(),
  },
  fail: { method: 'GET', path: '/fail', access: 'public', summary: '', response: z.object({}) },
});
const counted = defineEvent('library.thing-counted.v1', 'test only', z.object({ n: z.int() }));
const countRequested = defineEvent(
  'payments.thing-countRequested.v1',
  'test only',
  z.object({ id: z.string(), n: z.int() }),
);
const countQueue: SubscriptionDefinition<typeof countRequested> = {
  queue: 'library.count',
  service: 'library',
  event: countRequested,
};

type Thing = { _id: string; n: number; owner: string };
const schema = new Schema<Thing>({ _id: String, n: Number, owner: String });

const service = defineService({
  name: 'library',
  config: z.object({}),
  build: ({ store, events }) => {
    const things = store.aggregate<Thing>('things', schema);
    const countedEvent = (n: number) => events.newEvent(counted, { subject: 'thing', data: { n } });
    return {
      apis: [
        mountApi(api, {
          list: () => things.model.find().lean().exec(),
          free: () => ({ free: true as const }),
          one: async ({ params }, caller) => {
            const found = await things.model.findById(params.id).lean().exec();
            if (!found) throw new Refusal('not-found', 'Not found');
            return { ...found, mine: caller.userId };
          },
          add: async ({ body }, caller) => ({
            created: await things.create(
              { _id: body.id, n: body.n, owner: caller.userId },
              {
                events: [countedEvent(body.n)],
                live: [
                  {
                    message: { type: 'library-updated', id: body.id },
                    audience: { to: 'user', userId: caller.userId },
                  },
                ],
              },
            ),
          }),
          drop: async ({ params }) => {
            const deleted = await things.remove({ _id: params.id }, { events: [countedEvent(-1)] });
            if (!deleted) throw new Refusal('not-found', 'Not found');
          },
          fail: () => {
            throw new Error('secret detail');
          },
        }),
      ],
      subscriptions: [
        on(countQueue, async (event) => {
          const { id, n } = event.data;
          await things.change({ _id: id }, { $inc: { n } }, { applied: event.id, events: [countedEvent(n)] });
        }),
      ],
    };
  },
});

it('validates, authorizes and answers by contract', async () => {
  await using booted = await bootService(service);
  const asha = booted.as('asha', api);

  expect(await asha.add({ body: { id: 'a', n: 1 } })).toEqual({ created: true });
  expect(await asha.add({ body: { id: 'a', n: 1 } })).toEqual({ created: false });
  expect(await booted.as('visitor', api).list()).toEqual([{ _id: 'a', n: 1 }]);
  expect(await booted.as('visitor', api).free()).toEqual({ free: true });
  await expect(asha.add({ body: { id: 'a', n: 1.5 } })).rejects.toMatchObject({
    status: 400,
    message: 'n must be whole',
  });
  await expect(booted.as('visitor', api).one({ params: { id: 'a' } })).rejects.toMatchObject({
    status: 401,
    message: 'Sign in first',
  });
  await expect(asha.drop({ params: { id: 'a' } })).rejects.toMatchObject({
    status: 403,
    message: 'Forbidden',
  });
  await expect(asha.one({ params: { id: 'b' } })).rejects.toMatchObject({ status: 404 });
  await expect(asha.fail()).rejects.toMatchObject({
    status: 500,
    message: 'Something went wrong. Please try again.',
  });
  const late = booted.as(tokenOf(testUser(), { expiresIn: -120 }), api);
  await expect(late.one({ params: { id: 'a' } })).rejects.toMatchObject({
    status: 401,
    message: 'jwt expired',
  });
});

it('publishes each write once, and an event that is delivered again changes nothing', async () => {
  await using booted = await bootService(service);
  await booted.as('asha', api).add({ body: { id: 'a', n: 1 } });
  const event = anEvent(countRequested, { data: { id: 'a', n: 5 } });

  await Promise.all([booted.deliver(event), booted.deliver(event), booted.deliver(event)]);
  await booted.as(testUser({ role: 'ADMIN' }), api).drop({ params: { id: 'a' } });

  expect((await booted.publishedEvents()).map(({ data }) => data)).toEqual([{ n: 1 }, { n: 5 }, { n: -1 }]);
  expect(await booted.liveMessages()).toEqual([
    { message: { type: 'library-updated', id: 'a' }, audience: { to: 'user', userId: 'asha' } },
  ]);
  expect(await booted.as('visitor', api).list()).toEqual([]);
});
