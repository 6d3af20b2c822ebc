import { failpoint } from '@satrangi/chassis';
import type { Fact } from '../facts/facts.rules.ts';
import type { FactsStore } from '../facts/facts.store.ts';
import { seenIn } from './people.rules.ts';
import type { PeopleStore } from './people.store.ts';
import { totalsOf } from './windows.rules.ts';
import { type MonthKey, monthOf, type WindowKey, type WindowsStore } from './windows.store.ts';

const BATCH = 2_000;

export type CountingDeps = {
  readonly facts: FactsStore;
  readonly windows: WindowsStore;
  readonly people: PeopleStore;
  readonly erasures: { readonly erasedOf: (whos: readonly string[]) => Promise<string[]> };
};

const distinct = <T>(keys: Iterable<T>, nameOf: (key: T) => string): T[] => [
  ...new Map([...keys].map((key) => [nameOf(key), key])).values(),
];

/** Recomputes half hours from their facts, then the months they are in. */
export const recompute =
  ({ facts, windows }: Pick<CountingDeps, 'facts' | 'windows'>) =>
  async (keys: readonly WindowKey[]): Promise<void> => {
    const touched = distinct(keys, ({ kind, window }) => `${kind}:${window.getTime()}`);
    for (const key of touched)
      await windows.recomputeWindow(key, async () => totalsOf(await facts.ofWindow(key.kind, key.window)));
    const months = distinct<MonthKey>(touched.map(monthOf), ({ kind, month }) => `${kind}:${month}`);
    for (const month of months) await windows.recomputeMonth(month);
  };

/** Adds accounts that were seen, except erased ones. */
export const recordPeople =
  ({ people, erasures }: Pick<CountingDeps, 'people' | 'erasures'>) =>
  async (facts: readonly Fact[]): Promise<void> => {
    const seen = seenIn(facts);
    await people.see(seen);
    // an erasure after these facts were read would not find the accounts that were written after it
    const erased = await erasures.erasedOf(seen.map(({ who }) => who));
    if (erased.length > 0) await people.remove(erased);
  };

/**
 * Counts the facts that are not counted yet: recomputes whole the half hours they are in. A stop at any line leaves
 * them uncounted, and the same work is done again.
 * @returns the facts that were counted
 */
export const countFacts = (deps: CountingDeps) => {
  const recomputeWindows = recompute(deps);
  const see = recordPeople(deps);
  return async (): Promise<Fact[]> => {
    const counted: Fact[] = [];
    for (;;) {
      const pending = await deps.facts.pending(BATCH);
      if (pending.length === 0) return counted;
      await see(pending);
      failpoint('analytics-usage.seen-before-windows');
      await recomputeWindows(pending);
      failpoint('analytics-usage.counted-before-settled');
      await deps.facts.settle(pending.map(({ _id }) => _id));
      counted.push(...pending);
    }
  };
};
