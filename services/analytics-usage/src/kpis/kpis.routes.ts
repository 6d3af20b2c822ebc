import type { Clock, Handlers } from '@satrangi/chassis';
import { type Kpis, type kpisApi, RECENT_EVENTS_MAX } from '@satrangi/contracts';
import type { FactsStore } from '../facts/facts.store.ts';
import type { KpisStore } from './kpis.store.ts';
import { recentEventOf, shownKinds } from './recent-events.rules.ts';
import type { readSeries } from './series.ts';

/** Older numbers are computed again before the answer: 30 days end at another instant. */
const FRESH_MS = 60_000;

type Deps = {
  readonly facts: FactsStore;
  readonly kpis: KpisStore;
  readonly clock: Clock;
  /** Computes and stores the numbers; other dashboards are notified of a change. */
  readonly refresh: () => Promise<Kpis>;
  readonly series: ReturnType<typeof readSeries>;
};

export const kpisRoutes = ({ facts, kpis, clock, refresh, series }: Deps): Handlers<typeof kpisApi> => ({
  getKpis: async () => {
    const snapshot = await kpis.read();
    const isFresh = snapshot && Math.abs(clock.now().getTime() - snapshot.at.getTime()) < FRESH_MS;
    return isFresh ? snapshot.kpis : refresh();
  },
  getSeries: ({ query }) => series(query),
  listRecentEvents: async () =>
    (await facts.newest(shownKinds, RECENT_EVENTS_MAX)).map((fact) => recentEventOf(fact)),
});
