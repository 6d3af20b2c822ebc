import type { ServiceContext } from '@satrangi/chassis';
import { paymentsSnapshotRequested, virtualRunSnapshotRequested } from '@satrangi/contracts';
import type { HistoryRequestsStore } from './history-requests.store.ts';

type Deps = Pick<ServiceContext<unknown>, 'events' | 'name' | 'settings'> & {
  readonly requests: HistoryRequestsStore;
};

/**
 * Asks payments and virtual-run for everything from before this service existed, once in the life of its store, and again
 * with `PROJECTION_REBUILD=1`. The events have their first ids, so what is known already is not counted again.
 */
export const requestHistory =
  ({ requests, events, name, settings }: Deps) =>
  async (): Promise<void> => {
    const about = { subject: `service/${name}`, data: { by: name } };
    const all = [
      ['payments', events.newEvent(paymentsSnapshotRequested, about)],
      ['virtual-run', events.newEvent(virtualRunSnapshotRequested, about)],
    ] as const;
    for (const [owner, request] of all) {
      const isFirst = await requests.first(owner, request);
      if (!isFirst && settings.rebuildProjections) await requests.again(owner, request);
    }
  };
