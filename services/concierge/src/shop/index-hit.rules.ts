/** The searched fields of an item; `sound` holds keys of how its titles and its creator sound. */
export type IndexField =
  | 'title'
  | 'names'
  | 'tags'
  | 'genres'
  | 'tagline'
  | 'notes'
  | 'description'
  | 'sound';

/** `score` is relative to the best hit; `match` holds the words of the item that matched, with their fields. */
export type Hit = {
  readonly score: number;
  readonly match: Readonly<Record<string, readonly IndexField[]>>;
};

/** Keys of sounds are terms of their own, so that they never match a written word. */
export const soundTerm = (key: string): string => `0${key}0`;
