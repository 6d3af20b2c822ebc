/** Parked messages as an admin sees and settles them: over HTTP, with both brokers. */
import { type EventOf, operationsApi, paymentSucceeded, subscriptions } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineService, on, PermanentError, RETRY_DELAYS_MS } from '../src/index.ts';
import { anEvent, bootService, refusalOf, testUser } from '../src/testing/index.ts';
import { AMQP_URL, brokerAdmin, hasAmqp, uniquePrefix } from './support.ts';

const QUEUE = 'library.grant-access';
const api = operationsApi('library');
const admin = testUser({ userId: 'the-admin', role: 'ADMIN' });
const waitOptions = { timeout: 40_000, interval: 100 };

const paid = (orderId: string): EventOf<typeof paymentSucceeded> =>
  anEvent(paymentSucceeded, {
    id: `event-of-${orderId}`,
    data: {
      orderId,
      userId: 'asha',
      provider: 'stripe',
      total: { minor: 49_900, currency: 'INR' },
      items: [{ mediaId: 'book', mediaType: 'ebook', format: 'text' }],
      // ids are plain text before they are parsed
    } as z.input<typeof paymentSucceeded.data>,
  });

/** A library that refuses every payment until it is repaired. */
const brokenLibrary = () => {
  const handled: string[] = [];
  let isBroken = true;
  const definition = defineService({
    name: 'library',
    config: z.object({}),
    build: () => ({
      apis: [],
      subscriptions: [
        on(subscriptions[QUEUE], async ({ data }) => {
          if (isBroken) throw new PermanentError('asha@example.org has no shelf');
          handled.push(data.orderId);
        }),
      ],
    }),
  });
  return {
    definition,
    handled,
    repair: () => {
      isBroken = false;
    },
  };
};

const brokers = [
  ['memory', true],
  ['RabbitMQ', hasAmqp],
] as const;

describe.each(brokers)('parked messages with %s', (broker, isThere) => {
  const open = async () => {
    const prefix = uniquePrefix();
    const stack = new AsyncDisposableStack();
    if (broker === 'RabbitMQ')
      stack.use(await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS));
    const { definition, handled, repair } = brokenLibrary();
    const amqp = broker === 'RabbitMQ' ? AMQP_URL : 'memory';
    const service = stack.use(await bootService(definition, { amqp, env: { AMQP_PREFIX: prefix } }));
    const calls = service.as(admin, api);
    const park = async (...orders: string[]) => {
      for (const order of orders) await service.bus.publish(paid(order));
      await vi.waitFor(async () => expect((await calls.listParked()).total).toBe(orders.length), waitOptions);
      return (await calls.listParked()).items;
    };
    return { service, calls, park, handled, repair, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  };

  it.skipIf(!isThere)(
    'are listed without their content, replayed once by key, and thrown away (P14)',
    { timeout: 120_000 },
    async () => {
      await using fixture = await open();
      const { service, calls, handled } = fixture;
      const parked = await fixture.park('o1', 'o2');

      expect(parked.map(({ id }) => id).sort()).toEqual(['event-of-o1', 'event-of-o2']);
      for (const row of parked)
        expect(row).toMatchObject({
          queue: QUEUE,
          event: paymentSucceeded.type,
          reason: '[mail] has no shelf',
          attempts: 1,
        });
      expect(JSON.stringify(parked)).not.toContain('asha');

      fixture.repair();
      const keyOf = (id: string): string => parked.find((row) => row.id === id)?.key ?? '';
      await calls.replayParked({ params: { key: keyOf('event-of-o1') } });
      await vi.waitFor(() => expect(handled).toEqual(['o1']), waitOptions);
      // the in-process broker removes the file of a replayed message after it was handled
      await vi.waitFor(async () => expect((await calls.listParked()).total).toBe(1), waitOptions);
      const again = await refusalOf(calls.replayParked({ params: { key: keyOf('event-of-o1') } }));
      expect(again.code).toBe('not-found');

      await calls.discardParked({ params: { key: keyOf('event-of-o2') } });
      expect(await calls.listParked()).toEqual({ items: [], total: 0 });
      expect(handled).toEqual(['o1']);
      const acts = (await service.auditEvents()).map(({ data }) => data);
      expect(acts).toMatchObject([
        { call: 'library.replayParked', target: keyOf('event-of-o1'), outcome: 'done' },
        { call: 'library.replayParked', outcome: 'refused' },
        { call: 'library.discardParked', target: keyOf('event-of-o2'), outcome: 'done' },
      ]);
    },
  );

  it.skipIf(!isThere)('are all shown to admins who look at the same time', { timeout: 120_000 }, async () => {
    await using fixture = await open();
    await fixture.park('o1', 'o2', 'o3');
    const totals = await Promise.all(
      Array.from({ length: 8 }, async () => (await fixture.calls.listParked()).total),
    );
    expect(totals).toEqual(Array(8).fill(3));
  });
});

it('parked messages are for admins only (P83)', async () => {
  await using service = await bootService(brokenLibrary().definition);
  const key = `${QUEUE}.${'0'.repeat(24)}`;
  for (const [user, status] of [
    [testUser(), 403],
    ['visitor', 401],
  ] as const) {
    const calls = service.as(user, api);
    const refused = [
      calls.listParked(),
      calls.replayParked({ params: { key } }),
      calls.discardParked({ params: { key } }),
    ].map(async (call) => (await refusalOf(call)).status);
    expect(await Promise.all(refused)).toEqual([status, status, status]);
  }
  expect(await service.auditEvents()).toEqual([]);
});
