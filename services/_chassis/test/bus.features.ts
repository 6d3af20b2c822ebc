import type { AnyEvent } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import type { Bus } from '../src/index.ts';
import { on, PermanentError } from '../src/index.ts';
import { listensFor, newTestEvent } from './support.ts';

/** Delays of the tests; the product's are longer, the rule is the same. */
export const TEST_DELAYS_MS = [40, 60, 80, 100] as const;
export const TEST_QUEUES = ['library.count', 'library.count-again'] as const;

export type BusUnderTest = AsyncDisposable & {
  /** Another member of the same broker, as another process would be. */
  readonly join: () => Promise<Bus>;
  /** Sends any text as a message of that type. */
  readonly inject: (type: string, text: string) => Promise<void>;
};

const [COUNT, AGAIN] = TEST_QUEUES;
const calm = { timeout: 20_000, interval: 20 };

/** What every bus must do, whatever carries the messages. Each one runs this whole list. */
export const busFeatures = (name: string, isThere: boolean, open: () => Promise<BusUnderTest>): void => {
  describe.skipIf(!isThere)(`${name} bus`, () => {
    it('hands a fact to every queue that listens, once each', async () => {
      await using broker = await open();
      const bus = await broker.join();
      const seen: string[] = [];
      bus.subscribe(on(listensFor(COUNT), async ({ data }) => void seen.push(`count ${data.n}`)));
      bus.subscribe(on(listensFor(AGAIN), async ({ data }) => void seen.push(`again ${data.n}`)));
      await bus.ready();

      await Promise.all([1, 2, 3].map((n) => bus.publish(newTestEvent(n))));

      await vi.waitFor(() => expect(seen).toHaveLength(6), calm);
      expect(seen.sort()).toEqual(['again 1', 'again 2', 'again 3', 'count 1', 'count 2', 'count 3']);
    });

    it('shares the messages of one queue between its listeners', async () => {
      await using broker = await open();
      const [left, right] = [await broker.join(), await broker.join()];
      const seen: { by: string; n: number }[] = [];
      const listen = (bus: Bus, by: string): void => {
        bus.subscribe(
          on(listensFor(COUNT), async ({ data }) => {
            seen.push({ by, n: data.n });
            await new Promise((resolve) => setTimeout(resolve, 5));
          }),
        );
        bus.subscribe(on(listensFor(AGAIN), async () => {}));
      };
      listen(left, 'left');
      listen(right, 'right');
      await Promise.all([left.ready(), right.ready()]);

      await Promise.all(Array.from({ length: 60 }, (_, n) => left.publish(newTestEvent(n))));

      await vi.waitFor(() => expect(seen).toHaveLength(60), calm);
      expect(new Set(seen.map(({ n }) => n)).size).toBe(60);
      expect(new Set(seen.map(({ by }) => by)).size).toBe(2);
    });

    it('works on no more than twenty messages of a queue at a time', async () => {
      await using broker = await open();
      const bus = await broker.join();
      let underWay = 0;
      let most = 0;
      let done = 0;
      bus.subscribe(
        on(listensFor(COUNT), async () => {
          underWay += 1;
          most = Math.max(most, underWay);
          await new Promise((resolve) => setTimeout(resolve, 20));
          underWay -= 1;
          done += 1;
        }),
      );
      bus.subscribe(on(listensFor(AGAIN), async () => {}));
      await bus.ready();

      await Promise.all(Array.from({ length: 80 }, (_, n) => bus.publish(newTestEvent(n))));

      await vi.waitFor(() => expect(done).toBe(80), calm);
      expect(most).toBe(20);
    });

    it('tries a failing message five times, parks it with a reason and gives it back on replay', async () => {
      await using broker = await open();
      const bus = await broker.join();
      let healthy = false;
      const tries: number[] = [];
      bus.subscribe(
        on(listensFor(COUNT), async ({ data }) => {
          tries.push(data.n);
          if (!healthy) throw new Error('not today');
        }),
      );
      bus.subscribe(on(listensFor(AGAIN), async () => {}));
      await bus.ready();

      await bus.publish(newTestEvent(7));
      await vi.waitFor(async () => expect(await bus.parked.count(COUNT)).toBe(1), calm);
      const [parked] = await bus.parked.list(COUNT);
      healthy = true;
      const replayed = await bus.parked.replay(COUNT);

      await vi.waitFor(() => expect(tries).toHaveLength(6), calm);
      expect(parked).toMatchObject({ queue: COUNT, reason: 'tries used up', attempts: 5 });
      expect(JSON.parse(parked?.body ?? '')).toMatchObject({ data: { n: 7 } });
      expect(replayed).toBe(1);
      await vi.waitFor(async () => expect(await bus.parked.count(COUNT)).toBe(0), calm);
    });

    it('parks what can never be right at once, a version nobody knows among it, and good messages pass by (P14, P19)', async () => {
      await using broker = await open();
      const bus = await broker.join();
      const seen: number[] = [];
      const again = vi.fn();
      bus.subscribe(
        on(listensFor(COUNT), async ({ data }) => {
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

      await vi.waitFor(() => expect(seen).toHaveLength(50), calm);
      await vi.waitFor(async () => expect(await bus.parked.count(COUNT)).toBe(5), calm);
      expect((await bus.parked.list(COUNT)).map(({ reason }) => reason).sort()).toEqual([
        'data does not fit: /n invalid_type',
        'not JSON',
        'not an event of this platform',
        'thirteen is refused',
        'unknown type library.thing-counted.v9',
      ]);
    });

    it('does not let a message that waits for its next try hold up the others', async () => {
      await using broker = await open();
      const bus = await broker.join();
      const order: number[] = [];
      bus.subscribe(
        on(listensFor(COUNT), async ({ data }) => {
          if (data.n === 0 && !order.includes(9)) throw new Error('later');
          order.push(data.n);
        }),
      );
      bus.subscribe(on(listensFor(AGAIN), async () => {}));
      await bus.ready();

      const all = [0, 1, 2, 9].map((n) => bus.publish(newTestEvent(n)));
      await Promise.all(all);

      await vi.waitFor(() => expect(order).toHaveLength(4), calm);
      expect(order.at(-1)).toBe(0);
    });

    it('finishes what is under way when it stops, and takes nothing new', async () => {
      await using broker = await open();
      const [leaving, staying] = [await broker.join(), await broker.join()];
      const gate = Promise.withResolvers<void>();
      const done: string[] = [];
      leaving.subscribe(
        on(listensFor(COUNT), async ({ data }) => {
          await gate.promise;
          done.push(`leaving ${data.n}`);
        }),
      );
      leaving.subscribe(on(listensFor(AGAIN), async () => {}));
      await leaving.ready();
      const first = leaving.publish(newTestEvent(1));
      await vi.waitFor(async () => {
        await leaving.stopConsuming();
      }, calm);
      staying.subscribe(on(listensFor(COUNT), async ({ data }) => void done.push(`staying ${data.n}`)));
      staying.subscribe(on(listensFor(AGAIN), async () => {}));
      await staying.ready();

      const second = staying.publish(newTestEvent(2));
      gate.resolve();
      await leaving.drained(5_000);
      await Promise.all([first, second]);
      await leaving.close();

      await vi.waitFor(() => expect(done).toHaveLength(2), calm);
      expect(done).toContain('staying 2');
    });

    it('carries an event unchanged', async () => {
      await using broker = await open();
      const bus = await broker.join();
      const seen: AnyEvent[] = [];
      bus.subscribe(on(listensFor(COUNT), async (event) => void seen.push(event)));
      bus.subscribe(on(listensFor(AGAIN), async () => {}));
      await bus.ready();
      const event = newTestEvent(4);

      await bus.publish(event);

      await vi.waitFor(() => expect(seen).toEqual([event]), calm);
    });
  });
};
