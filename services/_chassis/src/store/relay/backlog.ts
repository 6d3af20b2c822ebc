import { machineNow } from '../../base/clock.ts';
import type { RawCollection } from '../outbox.ts';

const OLDEST_OF = 100;

type BacklogDeps = {
  readonly collections: () => readonly { readonly name: string }[];
  readonly collection: (name: string) => RawCollection;
};

/** How much waits in the outbox, for metrics. */
export const createBacklog = ({ collections, collection }: BacklogDeps) => ({
  /** Number of documents with pending rows. */
  depth: async (): Promise<number> => {
    const counts = await Promise.all(
      collections().map(({ name }) => collection(name).countDocuments({ outboxDue: { $exists: true } })),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  },
  /** Age of the oldest pending event in seconds, among the first hundred of each collection; 0 without one. */
  oldestSeconds: async (): Promise<number> => {
    const pending = await Promise.all(
      collections().map(({ name }) =>
        collection(name)
          .find({ outboxDue: { $exists: true } }, { projection: { outbox: 1 } })
          .sort({ outboxDue: 1 })
          .limit(OLDEST_OF)
          .toArray(),
      ),
    );
    const times = pending
      .flat()
      .flatMap(({ outbox = [] }) =>
        outbox.map((row) => (row.kind === 'event' ? Date.parse(row.body.time) : NaN)),
      )
      .filter((time) => !Number.isNaN(time));
    return times.length === 0 ? 0 : Math.max(0, (machineNow() - Math.min(...times)) / 1_000);
  },
});
