import { creatorNames, seriesOf } from '@satrangi/contracts';
import type { ItemTraits } from './item-traits.rules.ts';
import { namesOf } from './items.rules.ts';
import { createNameIndex } from './name-index.ts';
import { otherWordsOf } from './other-words.rules.ts';
import { searchIndex } from './search-index.ts';

type Worded = {
  readonly slot: number;
  readonly sortKey: { readonly id: string };
  readonly entry: { readonly traits: ItemTraits };
};

/** Items whose words are indexed in one step: a few ms. */
const INDEXED_AT_ONCE = 100;

/**
 * The words of items, their creators and their series, for searches. The words of a new item are indexed at the next search
 * or by `prepare`, so that a start does not wait for those of all items.
 */
export const createItemWords = () => {
  const waiting = new Set<Worded>();
  const terms = searchIndex();
  const creators = createNameIndex();
  const series = createNameIndex();

  const index = (one: Worded): void => {
    const { slot, entry } = one;
    const item = entry.traits;
    terms.add(slot, {
      titles: [item.title, item.altTitle ?? ''].filter(Boolean),
      author: namesOf(item).join(' '),
      others: otherWordsOf(item),
    });
    creators.put(item._id, creatorNames(item));
    series.put(item._id, [seriesOf(item) ?? '']);
    waiting.delete(one);
  };

  const settled = <T>(kept: T): T => {
    for (const one of waiting) index(one);
    return kept;
  };

  return {
    add: (one: Worded): void => void waiting.add(one),
    remove: (one: Worded): void => {
      if (waiting.delete(one)) return;
      terms.remove(one.slot);
      creators.remove(one.sortKey.id);
      series.remove(one.sortKey.id);
    },
    terms: () => settled(terms),
    creators: () => settled(creators),
    series: () => settled(series),
    /** Indexes waiting items in small steps. */
    *prepare(): Generator<void> {
      let count = 0;
      for (const one of waiting) {
        index(one);
        count += 1;
        if (count % INDEXED_AT_ONCE === 0) yield;
      }
    },
  };
};
