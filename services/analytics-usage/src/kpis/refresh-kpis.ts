import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '@satrangi/chassis';
import { type Kpis, kolkataDay } from '@satrangi/contracts';
import type { PeopleStore } from '../counting/people.store.ts';
import type { WindowsStore } from '../counting/windows.store.ts';
import type { MediaStore } from '../media/media.store.ts';
import { activeSince, firstActiveDay, kpisOf } from './kpis.rules.ts';
import type { KpisStore } from './kpis.store.ts';

type ComputeDeps = {
  readonly windows: WindowsStore;
  readonly people: PeopleStore;
  readonly media: MediaStore;
};
type Deps = ComputeDeps & { readonly kpis: KpisStore; readonly clock: Clock };

/** The numbers at an instant, from months, people and items. */
export const computeKpis =
  ({ windows, people, media }: ComputeDeps) =>
  async (now: Date): Promise<Kpis> => {
    const since = activeSince(now);
    const [totals, active, buyers, returning, timeToPurchase, mediaBreakdown] = await Promise.all([
      windows.ofAllTime(['money', 'run']),
      people.active(since),
      people.buyers(since),
      people.returning(kolkataDay(firstActiveDay(now))),
      people.timeToPurchase(),
      media.breakdown(),
    ]);
    return kpisOf({ totals, active, buyers, returning, timeToPurchase, mediaBreakdown });
  };

/**
 * Computes the numbers again and stores them. Of two processes, the one that read first computes again.
 * @returns the numbers, and whether they changed
 */
export const refreshKpis = (deps: Deps) => {
  const compute = computeKpis(deps);
  return async (): Promise<{ kpis: Kpis; hasChanged: boolean }> => {
    for (;;) {
      const before = await deps.kpis.read();
      const now = deps.clock.now();
      const kpis = await compute(now);
      if (await deps.kpis.replace(before, kpis, now))
        return { kpis, hasChanged: !before || !isDeepStrictEqual(before.kpis, kpis) };
    }
  };
};
