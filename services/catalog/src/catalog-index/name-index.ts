import type { FoundName } from '@satrangi/contracts';
import { searchIndex } from './search-index.ts';
import { foldText } from './words.rules.ts';

type Named = {
  readonly slot: number;
  /** The ids of the items with the name, each with its spelling. */
  readonly items: Map<string, string>;
};

/** The name as the item spells it that has had it longest. */
const spelling = ({ items }: Named): string => {
  for (const name of items.values()) return name;
  return '';
};

/** Found names, and whether they are only close to the words. */
export type FoundNames = { readonly names: readonly FoundName[]; readonly isApproximate: boolean };

export type NameIndex = ReturnType<typeof createNameIndex>;

/** Names of creators or series with their items: searched as titles are, with prefixes, typos and other scripts. */
export const createNameIndex = () => {
  const terms = searchIndex();
  const byKey = new Map<string, Named>();
  const bySlot: (Named | undefined)[] = [];
  const freeSlots: number[] = [];
  const keysOf = new Map<string, readonly string[]>();

  const remove = (itemId: string): void => {
    for (const key of keysOf.get(itemId) ?? []) {
      const named = byKey.get(key);
      named?.items.delete(itemId);
      if (!named || named.items.size > 0) continue;
      terms.remove(named.slot);
      byKey.delete(key);
      bySlot[named.slot] = undefined;
      freeSlots.push(named.slot);
    }
    keysOf.delete(itemId);
  };

  const nameAt = (key: string, name: string): Named => {
    const known = byKey.get(key);
    if (known) return known;
    const named = { slot: freeSlots.pop() ?? bySlot.length, items: new Map<string, string>() };
    terms.add(named.slot, { titles: [name], author: '', others: [] });
    byKey.set(key, named);
    bySlot[named.slot] = named;
    return named;
  };

  return {
    remove,
    /** Replaces the names of an item. */
    put: (itemId: string, names: readonly string[]): void => {
      remove(itemId);
      const keys = new Set<string>();
      for (const name of names) {
        const key = foldText(name);
        if (key === '' || keys.has(key)) continue;
        keys.add(key);
        nameAt(key, name).items.set(itemId, name);
      }
      if (keys.size > 0) keysOf.set(itemId, [...keys]);
    },
    /** The name as it is spelt in an item, and the ids of its items; undefined for an unknown name. */
    exact: (name: string): { readonly name: string; readonly itemIds: readonly string[] } | undefined => {
      const named = byKey.get(foldText(name));
      return named && { name: spelling(named), itemIds: [...named.items.keys()] };
    },
    /** Every name with its key, the folded name, and the number of its items. */
    all: (): { readonly key: string; readonly name: string; readonly count: number }[] =>
      Array.from(byKey, ([key, named]) => ({ key, name: spelling(named), count: named.items.size })),
    /** The best names for the words: closest first, then those with most items. */
    find: (words: string, limit: number): FoundNames => {
      const { slots, tierOf, isApproximate } = terms.search(words);
      const names = slots
        .flatMap((slot) => bySlot[slot] ?? [])
        .sort(
          (a, b) =>
            tierOf(b.slot) - tierOf(a.slot) ||
            b.items.size - a.items.size ||
            spelling(a).localeCompare(spelling(b)),
        )
        .slice(0, limit)
        .map((named) => ({ name: spelling(named), count: named.items.size }));
      return { names, isApproximate };
    },
  };
};
