import { type Compare, countUpTo, type SortKey } from './sort-orders.rules.ts';

/** More additions than this are sorted together with the list; fewer are inserted one by one. */
const INSERTED_MAX = 32;

export type SortedList<T> = {
  /** The elements in order; valid until the next change. */
  readonly ordered: () => readonly T[];
  readonly add: (element: T) => void;
  readonly remove: (element: T) => void;
};

/** A sorted list whose additions wait until it is read, so that filling it sorts once. */
export const createSortedList = <T extends { readonly sortKey: SortKey }>(
  compare: Compare,
  first: readonly T[],
): SortedList<T> => {
  const keyOf = ({ sortKey }: T): SortKey => sortKey;
  let elements = [...first];
  let added: T[] = [];

  const ordered = (): T[] => {
    if (added.length === 0) return elements;
    const waiting = added;
    added = [];
    if (waiting.length > INSERTED_MAX)
      elements = [...elements, ...waiting].sort((a, b) => compare(a.sortKey, b.sortKey));
    else for (const one of waiting) elements.splice(countUpTo(elements, one.sortKey, keyOf, compare), 0, one);
    return elements;
  };

  return {
    ordered,
    add: (element) => void added.push(element),
    remove: (element) => {
      const list = ordered();
      const position = countUpTo(list, element.sortKey, keyOf, compare) - 1;
      if (list[position] === element) list.splice(position, 1);
    },
  };
};
