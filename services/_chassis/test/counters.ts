import type { AnyEvent, LiveMessage } from '@satrangi/contracts';
import { createLog, Schema } from '../src/index.ts';
import { openStore } from '../src/store/store.ts';
import { freshSuffix, testMongo } from '../src/testing/index.ts';

type Counter = { _id: string; n: number; name?: string };
const counterSchema = new Schema<Counter>({ _id: String, n: Number, name: String }, { versionKey: false });
counterSchema.index({ name: 1 }, { unique: true, sparse: true });

export const waitOptions = { timeout: 15_000, interval: 20 };

/** A store with counters, whose broker and live log can be made unreachable. @param query of the store's address */
export const openCounters = async (database = `test${freshSuffix()}`, query = '') => {
  const sent: AnyEvent[] = [];
  const notified: LiveMessage[] = [];
  const reachable = { broker: true, live: true };
  const store = openStore({
    uri: `${await testMongo()}${query}`,
    database,
    service: 'library',
    log: createLog('library', 'silent'),
    busUp: () => reachable.broker,
    publish: async (event) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (!reachable.broker) throw new Error('broker down');
      sent.push(event);
    },
    notify: async ({ message }) => {
      if (!reachable.live) throw new Error('live log down');
      notified.push(message);
    },
  });
  const counters = store.serviceStore.aggregate<Counter>('counters', counterSchema);
  await store.connect(AbortSignal.timeout(10_000));
  store.relay.start();
  store.worker.start();
  return {
    database,
    store,
    counters,
    sent,
    notified,
    reachable,
    numbers: () => sent.map(({ data }) => (data as { n: number }).n),
    waiting: () => store.relay.depth(),
    [Symbol.asyncDispose]: async () => {
      await store.worker.stop();
      await store.relay.stop();
      await store.close();
    },
  };
};

/** The live message of a counter. */
export const liveMessage = (id: string) => ({
  message: { type: 'ebook-updated', id },
  audience: { to: 'everyone' } as const,
});
