import type { AnyEvent } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { PREFETCH } from '../src/bus/bus.ts';
import type { Bus } from '../src/index.ts';
import { on, PermanentError } from '../src/index.ts';
import { newTestEvent, subscriptionTo } from './support.ts';

/** Retry delays of the tests, shorter than those of the product. */
export const TEST_DELAYS_MS = [40, 60, 80, 100] as const;
export const TEST_QUEUES = ['library.count', 'library.count-again'] as const;

export type BusUnderTest = AsyncDisposable & {
  /** Connects another client to the same broker, like another process. */
  readonly join: () => Promise<Bus>;
  /** Publishes any text as a message of that type. */
  readonly inject: (type: string, text: string) => Promise<void>;
};

const [COUNT, AGAIN] = TEST_QUEUES;
const waitOptions = { timeout: 20_000, interval: 20 };

type OpenBus = () => Promise<BusUnderTest>;

const testDelivery = (open: OpenBus): void => {
  it('delivers an event to each subscribed queue once', async () => {
    await using broker = await open();
    const bus = await broker.join();
    const seen: string[] = [];
    bus.subscribe(on(subscriptionTo(COUNT), async ({ data }) => void seen.push(`count ${data.n}`)));
    bus.subscribe(on(subscriptionTo(AGAIN), async ({ data }) => void seen.push(`again ${data.n}`)));
    await bus.ready();

    await Promise.all([1, 2, 3].map((n) => bus.publish(newTestEvent(n))));

    await vi.waitFor(() => expect(seen).toHaveLength(6), waitOptions);
    expect(seen.sort()).toEqual(['again 1', 'again 2', 'again 3', 'count 1', 'count 2', 'count 3']);
  });

  it('delivers an event unchanged', async () => {
    await using broker = await open();
    const bus = await broker.join();
    const seen: AnyEvent[] = [];
    bus.subscribe(on(subscriptionTo(COUNT), async (event) => void seen.push(event)));
    bus.subscribe(on(subscriptionTo(AGAIN), async () => {}));
    await bus.ready();
    const event = newTestEvent(4);

    await bus.publish(event);

    await vi.waitFor(() => expect(seen).toEqual([event]), waitOptions);
  });

  it('shares the messages of one queue between its consumers', async () => {
    await using broker = await open();
    const [left, right] = [await broker.join(), await broker.join()];
    const seen: { by: string; n: number }[] = [];
    const subscribe = (bus: Bus, by: string): void => {
      bus.subscribe(
        on(subscriptionTo(COUNT), async ({ data }) => {
          seen.push({ by, n: data.n });
          await new Promise((resolve) => setTimeout(resolve, 5));
        }),
      );
      bus.subscribe(on(subscriptionTo(AGAIN), async () => {}));
    };
    subscribe(left, 'left');
    subscribe(right, 'right');
    await Promise.all([left.ready(), right.ready()]);

    await Promise.all(Array.from({ length: 60 }, (_, n) => left.publish(newTestEvent(n))));

    await vi.waitFor(() => expect(seen).toHaveLength(60), waitOptions);
    expect(new Set(seen.map(({ n }) => n)).size).toBe(60);
    expect(new Set(seen.map(({ by }) => by)).size).toBe(2);
  });

  it(`handles at most ${PREFETCH} messages of a queue at the same time`, async () => {
    await using broker = await open();
    const bus = await broker.join();
    let inProgress = 0;
    let most = 0;
    let done = 0;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    bus.subscribe(
      on(subscriptionTo(COUNT), async () => {
        inProgress += 1;
        most = Math.max(most, inProgress);
        await released;
        inProgress -= 1;
        done += 1;
      }),
    );
    bus.subscribe(on(subscriptionTo(AGAIN), async () => {}));
    await bus.ready();

    const all = PREFETCH * 2;
    const published = Promise.all(Array.from({ length: all }, (_, n) => bus.publish(newTestEvent(n))));
    await vi.waitFor(() => expect(most).toBe(PREFETCH), waitOptions);
    release();

    await published;
    await vi.waitFor(() => expect(done).toBe(all), waitOptions);
    expect(most).toBe(PREFETCH);
  });
};

const testRetries = (open: OpenBus): void => {
  it('tries a failing message five times, parks it with a reason and delivers it again on replay', async () => {
    await using broker = await open();
    const bus = await broker.join();
    let healthy = false;
    const tries: number[] = [];
    bus.subscribe(
      on(subscriptionTo(COUNT), async ({ data }) => {
        tries.push(data.n);
        if (!healthy) throw new Error('fails');
      }),
    );
    bus.subscribe(on(subscriptionTo(AGAIN), async () => {}));
    await bus.ready();

    await bus.publish(newTestEvent(7));
    await vi.waitFor(async () => expect(await bus.parked.count(COUNT)).toBe(1), waitOptions);
    const [parked] = await bus.parked.list(COUNT);
    healthy = true;
    const replayed = await bus.parked.replay(COUNT);

    await vi.waitFor(() => expect(tries).toHaveLength(6), waitOptions);
    expect(parked).toMatchObject({ queue: COUNT, reason: 'tries used up', attempts: 5 });
    expect(JSON.parse(parked?.body ?? '')).toMatchObject({ data: { n: 7 } });
    expect(replayed).toBe(1);
    await vi.waitFor(async () => expect(await bus.parked.count(COUNT)).toBe(0), waitOptions);
  });

  it('a message that waits for its retry does not block others', async () => {
    await using broker = await open();
    const bus = await broker.join();
    const order: number[] = [];
    bus.subscribe(
      on(subscriptionTo(COUNT), async ({ data }) => {
        if (data.n === 0 && !order.includes(9)) throw new Error('later');
        order.push(data.n);
      }),
    );
    bus.subscribe(on(subscriptionTo(AGAIN), async () => {}));
    await bus.ready();

    const all = [0, 1, 2, 9].map((n) => bus.publish(newTestEvent(n)));
    await Promise.all(all);

    await vi.waitFor(() => expect(order).toHaveLength(4), waitOptions);
    expect(order.at(-1)).toBe(0);
  });
};

const testInvalidMessages = (open: OpenBus): void => {
  it('parks invalid messages and unknown versions immediately, and delivers valid ones (P14, P19)', async () => {
    await using broker = await open();
    const bus = await broker.join();
    const seen: number[] = [];
    const again = vi.fn();
    bus.subscribe(
      on(subscriptionTo(COUNT), async ({ data }) => {
        if (data.n === 13) throw new PermanentError('thirteen is refused');
        seen.push(data.n);
      }),
    );
    bus.subscribe({ queue: AGAIN, service: 'library', type: 'library.thing-counted.v1', handle: again });
    await bus.ready();
    const good = newTestEvent(1);
    const poison: string[] = [
      '{"half":',
      JSON.stringify({ ...good, type: 'library.thing-counted.v9' }),
      JSON.stringify({ ...good, data: { n: 'one' } }),
      JSON.stringify({ data: {} }),
    ];

    await Promise.all([
      ...poison.map((text) => broker.inject('library.thing-counted.v1', text)),
      bus.publish(newTestEvent(13)),
      ...Array.from({ length: 50 }, (_, n) => bus.publish(newTestEvent(100 + n))),
    ]);

    await vi.waitFor(() => expect(seen).toHaveLength(50), waitOptions);
    await vi.waitFor(async () => expect(await bus.parked.count(COUNT)).toBe(5), waitOptions);
    expect((await bus.parked.list(COUNT)).map(({ reason }) => reason).sort()).toEqual([
      'data does not fit: /n invalid_type',
      'not JSON',
      'not an event of this platform',
      'thirteen is refused',
      'unknown type library.thing-counted.v9',
    ]);
  });
};

const testStop = (open: OpenBus): void => {
  it('finishes messages in progress when it stops, and takes no new ones', async () => {
    await using broker = await open();
    const [leaving, staying] = [await broker.join(), await broker.join()];
    const gate = Promise.withResolvers<void>();
    const done: string[] = [];
    leaving.subscribe(
      on(subscriptionTo(COUNT), async ({ data }) => {
        await gate.promise;
        done.push(`leaving ${data.n}`);
      }),
    );
    leaving.subscribe(on(subscriptionTo(AGAIN), async () => {}));
    await leaving.ready();
    const first = leaving.publish(newTestEvent(1));
    await vi.waitFor(async () => {
      await leaving.stopConsuming();
    }, waitOptions);
    staying.subscribe(on(subscriptionTo(COUNT), async ({ data }) => void done.push(`staying ${data.n}`)));
    staying.subscribe(on(subscriptionTo(AGAIN), async () => {}));
    await staying.ready();

    const second = staying.publish(newTestEvent(2));
    gate.resolve();
    await leaving.drained(5_000);
    await Promise.all([first, second]);
    await leaving.close();

    await vi.waitFor(() => expect(done).toHaveLength(2), waitOptions);
    expect(done).toContain('staying 2');
  });
};

/** The guarantees of every bus. Each implementation runs all of these tests. */
export const busFeatures = (name: string, isAvailable: boolean, open: OpenBus): void => {
  describe.skipIf(!isAvailable)(`${name} bus`, () => {
    testDelivery(open);
    testRetries(open);
    testInvalidMessages(open);
    testStop(open);
  });
};
