import type { AnyEvent, LiveMessage } from '@satrangi/contracts';
import { createLog, Schema } from '../src/index.ts';
import { openStore } from '../src/store/store.ts';
import { freshSuffix, testMongo } from '../src/testing/index.ts';

type Counter = { _id: string; n: number; name?: string };
const counterSchema = new Schema<Counter>({ _id: String, n: Number, name: String }, { versionKey: false });
counterSchema.index({ name: 1 }, { unique: true, sparse: true });

export const calm = { timeout: 15_000, interval: 20 };

/** A store whose ways out can be shut. */
export const openCounters = async (database = `test${freshSuffix()}`) => {
  const sent: AnyEvent[] = [];
  const said: LiveMessage[] = [];
  const doors = { broker: true, live: true };
  const store = openStore({
    uri: await testMongo(),
    database,
    service: 'library',
    log: createLog('library', 'silent'),
    busUp: () => doors.broker,
    publish: async (event) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (!doors.broker) throw new Error('broker down');
      sent.push(event);
    },
    say: async ({ message }) => {
      if (!doors.live) throw new Error('live log down');
      said.push(message);
    },
  });
  const counters = store.kit.aggregate<Counter>('counters', counterSchema);
  await store.connect(AbortSignal.timeout(10_000));
  store.relay.start();
  store.worker.start();
  return {
    database,
    store,
    counters,
    sent,
    said,
    doors,
    numbers: () => sent.map(({ data }) => (data as { n: number }).n),
    waiting: () => store.relay.depth(),
    [Symbol.asyncDispose]: async () => {
      await store.worker.stop();
      await store.relay.stop();
      await store.close();
    },
  };
};

/** What open pages hear of a counter. */
export const live = (id: string) => ({
  message: { type: 'ebook-updated', id },
  audience: { to: 'everyone' } as const,
});
