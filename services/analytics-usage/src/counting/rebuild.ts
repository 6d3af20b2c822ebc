import { type Clock, stopwatch } from '@satrangi/chassis';
import { type Fact, SITE_KEPT_MS } from '../facts/facts.rules.ts';
import type { CountingDeps } from './count-facts.ts';
import { countFacts, recompute } from './count-facts.ts';
import { type Seen, seenIn } from './people.rules.ts';
import { type Totals, totalsOf } from './windows.rules.ts';
import { monthOf, type WindowKey } from './windows.store.ts';

/** Facts that belong together follow each other. */
async function* grouped(
  facts: AsyncIterable<Fact>,
  nameOf: (fact: Fact) => string,
): AsyncGenerator<[Fact, ...Fact[]]> {
  let group: [Fact, ...Fact[]] | undefined;
  for await (const fact of facts) {
    if (group && nameOf(group[0]) === nameOf(fact)) group.push(fact);
    else {
      if (group) yield group;
      group = [fact];
    }
  }
  if (group) yield group;
}

const keyName = ({ kind, window }: WindowKey): string => `${kind}:${window.toISOString()}`;
const isSame = (one: Totals, other: Totals | undefined): boolean =>
  other !== undefined && JSON.stringify(one) === JSON.stringify(other);

/**
 * Computes everything again from the facts, with the code that counts new ones. Half hours of the site whose facts have
 * expired stay as they are, and so does the first sight of an account from that time.
 * @returns how many facts were read, and how long it took
 */
export const rebuild =
  (deps: CountingDeps & { readonly clock: Clock }) => async (): Promise<{ facts: number; ms: number }> => {
    const { facts, windows, people, erasures, clock } = deps;
    const elapsed = stopwatch();
    const horizon = new Date(clock.now().getTime() - SITE_KEPT_MS);
    await countFacts(deps)();

    let read = 0;
    const stored = await windows.totals();
    const wrong: WindowKey[] = [];
    const found = new Set<string>();
    for await (const group of grouped(facts.byWindow(), keyName)) {
      const [{ kind, window }] = group;
      const name = keyName({ kind, window });
      read += group.length;
      found.add(name);
      if (!isSame(totalsOf(group), stored.get(name)?.totals)) wrong.push({ kind, window });
    }
    for (const [name, { key }] of stored) {
      const isExpired = key.kind === 'site' && key.window < horizon;
      if (!found.has(name) && !isExpired) wrong.push(key);
    }
    await recompute(deps)(wrong);
    // months may be wrong although their half hours are right
    const months = new Map(
      [...stored.values()].map(({ key }) => [JSON.stringify(monthOf(key)), monthOf(key)]),
    );
    for (const month of months.values()) await windows.recomputeMonth(month);

    const alive = new Set<string>();
    for await (const group of grouped(facts.byAccount(), ({ who = '' }) => who)) {
      const [seen] = seenIn(group);
      if (!seen) continue;
      alive.add(seen.who);
      await people.replace(seen, {
        horizon,
        again: async (who): Promise<Seen | undefined> => seenIn(await facts.ofWho(who))[0],
      });
    }
    await people.removeUnless(alive, horizon);
    const erased = await erasures.erasedOf([...alive]);
    if (erased.length > 0) await people.remove(erased);
    return { facts: read, ms: Math.round(elapsed()) };
  };
