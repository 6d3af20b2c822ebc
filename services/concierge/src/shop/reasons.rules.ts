import type { MediaItem } from '@satrangi/contracts';
import { wordsOf } from '../language/words.rules.ts';
import type { IndexedItem } from './indexed-item.rules.ts';
import type { Wishes } from './wishes.rules.ts';

/** Why an item was chosen. `value` is a fact of the item, checked against the live item (checklist CON-20). */
export type Reason = {
  /** `owned` is set by the service alone, for what the reader owns. */
  readonly because:
    | 'owned'
    | 'asked'
    | 'creator'
    | 'tag'
    | 'language'
    | 'free'
    | 'price'
    | 'length'
    | 'same-shelf'
    | 'text';
  readonly value: string;
};

const same = (a: string, b: string): boolean => wordsOf(a).join(' ') === wordsOf(b).join(' ');
const tagsOf = (item: Pick<MediaItem, 'tags' | 'genres'>): readonly string[] => [
  ...item.tags,
  ...item.genres,
];

/** True when the reason is a fact of the item as it is now. */
export const isTrueOf = (item: MediaItem, { because, value }: Reason): boolean => {
  switch (because) {
    case 'owned':
      return true;
    case 'tag':
    case 'same-shelf':
      return tagsOf(item).some((tag) => same(tag, value));
    case 'creator':
      return [item.creator, item.author, item.narrator, item.director, item.speaker].some(
        (name) => name !== null && same(name, value),
      );
    case 'language':
      return item.language.toLowerCase().split('-', 1)[0] === value;
    case 'free':
      return item.isFree;
    case 'price':
      return item.priceINR !== null && item.priceINR <= Number(value);
    case 'length':
      return value !== '' && [item.pages, item.duration].includes(Number(value));
    case 'asked':
      return [item.title, ...(item.altTitle?.split('·') ?? [])].some((title) => same(title, value));
    case 'text':
      return wordsOf(`${item.title} ${item.tagline ?? ''} ${item.description}`).includes(value);
  }
};

/** The tag or genre of an item that has one of these words. */
export const tagWith = (item: IndexedItem, words: ReadonlySet<string>): string | undefined =>
  [...item.tags, ...item.genres].find((tag) => wordsOf(tag).some((word) => words.has(word)));

/** A reason from the wishes alone, for an item without matching words. */
export const reasonOfWishes = (item: IndexedItem, wishes: Wishes): Reason => {
  if (wishes.isFree) return { because: 'free', value: '' };
  if (wishes.maxINR !== null) return { because: 'price', value: String(wishes.maxINR) };
  if (wishes.isShort && item.length !== null) return { because: 'length', value: String(item.length) };
  if (wishes.language) return { because: 'language', value: wishes.language };
  return { because: 'tag', value: item.genres[0] ?? item.tags[0] ?? '' };
};
