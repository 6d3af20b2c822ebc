import amqp from 'amqplib';
import { expect, it, vi } from 'vitest';
import { signatureOf } from '../src/base/signature.ts';
import { SIGNATURE_HEADER } from '../src/bus/rabbit/signature-header.ts';
import { openRabbit } from '../src/bus/rabbit.ts';
import { type Bus, createLog, on } from '../src/index.ts';
import { busFeatures, TEST_DELAYS_MS, TEST_QUEUES } from './bus.features.ts';
import {
  AMQP_URL,
  brokerAdmin,
  counted,
  createTcpProxy,
  hasAmqp,
  newTestEvent,
  subscriptionTo,
  uniquePrefix,
} from './support.ts';

const queues = TEST_QUEUES.map((queue) => ({ queue, type: counted.type }));
const [COUNT, AGAIN] = TEST_QUEUES;
const waitOptions = { timeout: 30_000, interval: 50 };

const SECRET = 'a secret between the services';

const open = async (url = AMQP_URL) => {
  const prefix = uniquePrefix();
  const admin = await brokerAdmin(prefix, TEST_QUEUES, TEST_DELAYS_MS);
  const members: Bus[] = [];
  return {
    prefix,
    admin,
    join: async (): Promise<Bus> => {
      const bus = openRabbit(url, {
        service: 'library',
        log: createLog('library', 'silent'),
        secret: SECRET,
        queues,
        prefix,
        retryDelaysMs: TEST_DELAYS_MS,
      });
      members.push(bus);
      return bus;
    },
    inject: async (
      type: string,
      text: string,
      signature = signatureOf(SECRET, Buffer.from(text)),
    ): Promise<void> => {
      const options = { persistent: true, headers: { [SIGNATURE_HEADER]: signature } };
      admin.channel.publish(`${prefix}satrangi.events`, type, Buffer.from(text), options);
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await Promise.all(members.map((bus) => bus.close()));
      await admin[Symbol.asyncDispose]();
    },
  };
};

busFeatures('RabbitMQ', hasAmqp, open);

const counting = (bus: Bus, seen: Set<number>): void => {
  bus.subscribe(on(subscriptionTo(COUNT), async ({ data }) => void seen.add(data.n)));
  bus.subscribe(on(subscriptionTo(AGAIN), async () => {}));
};

/** Publishes like the outbox: again until it is confirmed. */
const publishUntilConfirmed = async (bus: Bus, n: number): Promise<void> => {
  const event = newTestEvent(n);
  for (;;) {
    try {
      return await bus.publish(event);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
};

it.skipIf(!hasAmqp)(
  'an event without a valid signature is parked, also after a replay, and not handled (S43)',
  async () => {
    await using broker = await open();
    const bus = await broker.join();
    const seen = new Set<number>();
    counting(bus, seen);
    await bus.ready();
    const forged = (n: number): string => JSON.stringify(newTestEvent(n));
    const of = (secret: string, n: number): string => signatureOf(secret, Buffer.from(forged(n)));

    await broker.inject(counted.type, forged(1), of('the password of the broker', 1));
    await broker.inject(counted.type, forged(2), of(SECRET, 1));
    await broker.inject(counted.type, forged(3), '');
    await bus.publish(newTestEvent(4));
    await vi.waitFor(async () => expect(await bus.parked.count(COUNT)).toBe(3), waitOptions);
    const again = await bus.parked.replay(COUNT);
    await bus.publish(newTestEvent(5));

    await vi.waitFor(async () => expect(await bus.parked.count(COUNT)).toBe(3), waitOptions);
    await vi.waitFor(() => expect(seen).toEqual(new Set([4, 5])), waitOptions);
    expect(again).toBe(3);
    expect((await bus.parked.list(COUNT)).map(({ reason }) => reason)).toEqual(Array(3).fill('not sealed'));
  },
);

it.skipIf(!hasAmqp)('loses no message when the connection is cut under load, and reconnects', async () => {
  await using proxy = await createTcpProxy(AMQP_URL);
  await using broker = await open(proxy.url);
  const bus = await broker.join();
  const seen = new Set<number>();
  const states: string[] = [];
  bus.onState((state) => states.push(state));
  counting(bus, seen);
  await bus.ready();

  const sent = Promise.all(
    Array.from({ length: 300 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 5));
      await publishUntilConfirmed(bus, n);
    }),
  );
  for (let cuts = 0; cuts < 3; cuts += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    proxy.cut();
    await new Promise((resolve) => setTimeout(resolve, 100));
    proxy.restore();
  }
  await sent;

  await vi.waitFor(() => expect(seen.size).toBe(300), waitOptions);
  expect(states).toContain('down');
  expect(bus.state()).toBe('up');
});

it.skipIf(!hasAmqp)('waits for a broker that starts later', async () => {
  await using proxy = await createTcpProxy(AMQP_URL);
  proxy.cut();
  await using broker = await open(proxy.url);
  const bus = await broker.join();
  const seen = new Set<number>();
  counting(bus, seen);
  await expect(bus.publish(newTestEvent(1))).rejects.toThrow('broker not available');
  setTimeout(() => proxy.restore(), 500);

  await bus.ready();
  await bus.publish(newTestEvent(2));

  await vi.waitFor(() => expect([...seen]).toEqual([2]), waitOptions);
});

it.skipIf(!hasAmqp)('recovers after its queue was deleted', async () => {
  await using broker = await open();
  const bus = await broker.join();
  const seen = new Set<number>();
  counting(bus, seen);
  await bus.ready();

  await broker.admin.channel.deleteQueue(`${broker.prefix}${COUNT}`);
  await vi.waitFor(async () => {
    await publishUntilConfirmed(bus, 5);
    expect(seen.has(5)).toBe(true);
  }, waitOptions);
});

it.skipIf(!hasAmqp)('recovers after the exchange was deleted', async () => {
  await using broker = await open();
  const bus = await broker.join();
  const seen = new Set<number>();
  counting(bus, seen);
  await bus.ready();

  await broker.admin.channel.deleteExchange(`${broker.prefix}satrangi.events`);
  await publishUntilConfirmed(bus, 6);

  await vi.waitFor(() => expect(seen.has(6)).toBe(true), waitOptions);
});

it.skipIf(!hasAmqp)('recovers after a retry queue was deleted', async () => {
  await using broker = await open();
  const bus = await broker.join();
  let tries = 0;
  bus.subscribe(
    on(subscriptionTo(COUNT), async () => {
      tries += 1;
      if (tries < 3) throw new Error('again');
    }),
  );
  bus.subscribe(on(subscriptionTo(AGAIN), async () => {}));
  await bus.ready();

  await broker.admin.channel.deleteQueue(`${broker.prefix}satrangi.retry.${TEST_DELAYS_MS[0]}`);
  await bus.publish(newTestEvent(1));

  await vi.waitFor(() => expect(tries).toBeGreaterThanOrEqual(3), waitOptions);
});

it.skipIf(!hasAmqp)(
  'a message no queue takes is not counted as sent, and is delivered once the binding is back',
  async () => {
    await using broker = await open();
    const bus = await broker.join();
    const seen = new Set<number>();
    counting(bus, seen);
    await bus.ready();
    const { channel } = broker.admin;
    for (const queue of TEST_QUEUES)
      await channel.unbindQueue(`${broker.prefix}${queue}`, `${broker.prefix}satrangi.events`, counted.type);

    const first = await bus.publish(newTestEvent(8)).then(
      () => 'sent',
      (error: Error) => error.message,
    );
    await publishUntilConfirmed(bus, 8);

    expect(first).toBe('no queue takes library.thing-counted.v1');
    await vi.waitFor(() => expect(seen.has(8)).toBe(true), waitOptions);
  },
);

it.skipIf(!hasAmqp)('crashes of a consumer do not dead-letter valid messages', async () => {
  await using broker = await open();
  const bus = await broker.join();
  bus.subscribe(on(subscriptionTo(AGAIN), async () => {}));
  await bus.ready();
  const wanted = Array.from({ length: 40 }, (_, n) => n);
  await Promise.all(wanted.map((n) => bus.publish(newTestEvent(n))));
  for (let crash = 0; crash < 30; crash += 1) {
    const connection = await amqp.connect(AMQP_URL);
    connection.on('error', () => {});
    const channel = await connection.createChannel();
    await channel.prefetch(20);
    const taken = Promise.withResolvers<void>();
    await channel.consume(`${broker.prefix}${COUNT}`, () => taken.resolve());
    await taken.promise;
    await connection.close();
  }
  const seen = new Set<number>();

  bus.subscribe(on(subscriptionTo(COUNT), async ({ data }) => void seen.add(data.n)));

  await vi.waitFor(() => expect(seen.size).toBe(40), waitOptions);
  expect(await bus.parked.count(COUNT)).toBe(0);
});

it.skipIf(!hasAmqp)(
  'stops in time while the broker reads nothing, as during an alarm (P17, P28)',
  async () => {
    await using proxy = await createTcpProxy(AMQP_URL);
    await using broker = await open(proxy.url);
    const bus = await broker.join();
    counting(bus, new Set());
    await bus.ready();
    proxy.freeze();
    const began = performance.now();

    await bus.stopConsuming();
    await bus.drained(1_000);
    await bus.close();

    expect(performance.now() - began).toBeLessThan(8_000);
  },
);
