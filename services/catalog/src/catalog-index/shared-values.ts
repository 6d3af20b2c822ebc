import type { ItemTraits } from './item-traits.rules.ts';

/** Distinct values that are remembered; when there are more, later ones are shared among themselves. */
const VALUES_MAX = 20_000;
/** Longer texts hardly repeat. */
const TEXT_MAX = 60;
/** Texts that differ from item to item. */
const DISTINCT = new Set<string>(['_id', 'title', 'altTitle', 'createdAt'] satisfies (keyof ItemTraits)[]);

const NONE: readonly unknown[] = Object.freeze([]);

const isText = (value: unknown): value is string => typeof value === 'string';

/** The first of all values with a key. */
const createFirsts = <T>() => {
  const known = new Map<string, T>();
  return (key: string, value: T): T => {
    if (known.size >= VALUES_MAX) known.clear();
    const first = known.get(key);
    if (first === undefined) known.set(key, value);
    return first ?? value;
  };
};

/**
 * Items have many equal values: languages, creators, tags, genres, empty lists. Each is kept in memory once, and lists without
 * room for more elements. Shared lists are frozen.
 */
export const createSharedValues = () => {
  const firstText = createFirsts<string>();
  const firstList = createFirsts<readonly string[]>();

  const textOf = (text: string): string => (text.length > TEXT_MAX ? text : firstText(text, text));

  const listOf = (list: readonly unknown[]): readonly unknown[] => {
    if (list.length === 0) return NONE;
    // a copy has no room for more elements
    return list.every(isText)
      ? firstList(JSON.stringify(list), Object.freeze(list.map(textOf)))
      : list.slice();
  };

  const sharedValueOf = (value: unknown): unknown => {
    if (isText(value)) return textOf(value);
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? listOf(value) : sharedIn(value);
  };

  const sharedIn = (value: object): object => {
    const copy: Record<string, unknown> = { ...value };
    for (const name of Object.keys(copy)) if (!DISTINCT.has(name)) copy[name] = sharedValueOf(copy[name]);
    return copy;
  };

  return {
    /** The same fields with shared values. */
    // the values are equal
    share: <T extends object>(fields: T): T => sharedIn(fields) as T,
  };
};
