/** Randomness of a run. */

/** The same items in a random order. */
export const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);

/** An integer from `-most` to `most`. */
export const randomOffset = (most: number): number => Math.round((Math.random() * 2 - 1) * most);
