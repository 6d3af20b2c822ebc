import { type JoinedMediaType, mediaSorts } from '@satrangi/contracts';
import { compareBy, type Sort, type SortKey } from './sort-orders.rules.ts';
import { createSortedList, type SortedList } from './sorted-list.ts';

/** One kind, or all kinds. */
export type Scope = JoinedMediaType | 'all';

type Ordered = {
  readonly slot: number;
  readonly sortKey: SortKey;
  readonly mediaType: JoinedMediaType;
};

/** The positions of all items in one order, by slot. */
export type Ranks = Uint32Array;

/**
 * All items and the items of each kind in every order. An order is sorted at its first use: at a start that fills the index
 * nothing is. Lists of a kind and descending titles are taken from a list that is sorted already.
 */
export const createItemOrders = <T extends Ordered>(all: () => Iterable<T>) => {
  const lists = new Map<Scope, Map<Sort, SortedList<T>>>();
  const ranks = new Map<Sort, Ranks>();

  const firstOrder = (scope: Scope, sort: Sort): readonly T[] => {
    if (scope !== 'all') return orderBy(sort).filter(({ mediaType }) => mediaType === scope);
    if (sort === '-title') return orderBy('title').toReversed();
    const compare = compareBy[sort];
    return [...all()].sort((a, b) => compare(a.sortKey, b.sortKey));
  };

  const orderBy = (sort: Sort, scope: Scope = 'all'): readonly T[] => {
    const ofScope = lists.get(scope) ?? new Map<Sort, SortedList<T>>();
    lists.set(scope, ofScope);
    const list = ofScope.get(sort) ?? createSortedList(compareBy[sort], firstOrder(scope, sort));
    ofScope.set(sort, list);
    return list.ordered();
  };

  const listsWith = ({ mediaType }: T): SortedList<T>[] =>
    (['all', mediaType] as const).flatMap((scope) => [...(lists.get(scope)?.values() ?? [])]);

  const computeRanks = (sort: Sort): Ranks => {
    const order = orderBy(sort);
    let slots = 0;
    for (const { slot } of order) slots = Math.max(slots, slot + 1);
    const computed = new Uint32Array(slots);
    for (const [rank, { slot }] of order.entries()) computed[slot] = rank;
    ranks.set(sort, computed);
    return computed;
  };

  return {
    orderBy,
    /** Positions in `orderBy(sort)`: comparing two numbers replaces comparing two items. */
    ranksBy: (sort: Sort): Ranks => ranks.get(sort) ?? computeRanks(sort),
    add: (element: T): void => {
      ranks.clear();
      for (const list of listsWith(element)) list.add(element);
    },
    remove: (element: T): void => {
      ranks.clear();
      for (const list of listsWith(element)) list.remove(element);
    },
    /** Sorts every order that is not sorted yet, one for each step, so that no reader waits for all of them. */
    *prepare(): Generator<void> {
      for (const sort of mediaSorts) {
        orderBy(sort);
        yield;
      }
    },
  };
};
