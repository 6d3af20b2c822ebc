import { type JoinedMediaType, type MediaItem, phoneticKeys } from '@satrangi/contracts';
import { foldLetters, wordsOf } from '../language/words.rules.ts';
import type { Criteria } from './criteria.rules.ts';
import { type Hit, soundTerm } from './index-hit.rules.ts';
import type { IndexedItem } from './indexed-item.rules.ts';

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
    | 'rupees'
    | 'length'
    | 'medium'
    | 'featured'
    | 'same-shelf'
    | 'text';
  readonly value: string;
};

/** What one does with an item. */
export const mediums: Readonly<Record<JoinedMediaType, 'read' | 'listen' | 'watch'>> = {
  ebook: 'read',
  magazine: 'read',
  audiostory: 'listen',
  oralhistory: 'listen',
  shortfilm: 'watch',
  documentary: 'watch',
};

const same = (a: string, b: string): boolean => wordsOf(a).join(' ') === wordsOf(b).join(' ');
const tagsOf = (item: Pick<MediaItem, 'tags' | 'genres'>): readonly string[] => [
  ...item.tags,
  ...item.genres,
];

/** All text of an item in which a word of a message can be found. */
const textOf = (item: MediaItem): string =>
  [
    item.title,
    item.altTitle,
    item.tagline,
    ...item.contentNotes,
    item.description,
    item.author,
    item.narrator,
    ...item.cast,
  ].join(' ');

/** A folded word as the item writes it. */
export const asWritten = (item: MediaItem, word: string): string =>
  textOf(item)
    .match(/[\p{L}\p{N}\p{M}]+/gu)
    ?.find((written) => foldLetters(written) === word) ?? word;

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
    case 'rupees':
      return item.priceINR === Number(value);
    case 'medium':
      return mediums[item.mediaType] === value;
    case 'featured':
      return item.featured;
    case 'length':
      return value !== '' && [item.pages, item.duration].includes(Number(value));
    case 'asked':
      return [item.title, ...(item.altTitle?.split('·') ?? [])].some((title) => same(title, value));
    case 'text':
      return wordsOf(textOf(item)).includes(value);
  }
};

/** The tag or genre of an item that has one of these words. */
const tagWith = (item: IndexedItem, words: ReadonlySet<string>): string | undefined =>
  [...item.tags, ...item.genres].find((tag) => wordsOf(tag).some((word) => words.has(word)));

/** The word of a text that sounds like one of the message. */
const wordLike = (text: string, sounds: ReadonlySet<string>): string | undefined =>
  wordsOf(text).find((word) => phoneticKeys(word).some((key) => sounds.has(soundTerm(key))));

/** The fact of an item in which words of the message were found: a tag, else the creator, else a word of its text. */
export const reasonOfMatch = (item: IndexedItem, match: Hit['match']): Reason | undefined => {
  const matched = Object.entries(match);
  const wordsIn = (...fields: (typeof match)[string]): Set<string> =>
    new Set(
      matched.filter(([, found]) => found.some((field) => fields.includes(field))).map(([word]) => word),
    );
  const tag = tagWith(item, wordsIn('tags', 'genres'));
  if (tag) return { because: 'tag', value: tag };
  const names = wordsIn('names');
  const sounds = wordsIn('sound');
  if (wordsOf(item.creator).some((word) => names.has(word)) || wordLike(item.creator, sounds))
    return { because: 'creator', value: item.creator };
  const [word = wordLike(item.titles.join(' '), sounds)] = [
    ...wordsIn('title'),
    ...wordsIn('tagline', 'notes', 'description'),
    ...names,
  ];
  return word === undefined ? undefined : { because: 'text', value: word };
};

/**
 * A reason from the criteria and the taste of the reader, for an item without matching words.
 * @param liked where words of the reader's own profile were found in the item
 */
export const reasonOfCriteria = (item: IndexedItem, criteria: Criteria, liked?: Hit): Reason => {
  if (criteria.isFree || (criteria.isCheap && item.isFree)) return { because: 'free', value: '' };
  if (criteria.maxINR !== null) return { because: 'price', value: String(criteria.maxINR) };
  if (criteria.isCheap && item.priceINR !== null) return { because: 'rupees', value: String(item.priceINR) };
  if (criteria.isShort && item.length !== null) return { because: 'length', value: String(item.length) };
  if (criteria.language) return { because: 'language', value: criteria.language };
  const taste = liked && reasonOfMatch(item, liked.match);
  if (taste) return taste;
  if (item.featured && criteria.kinds.length === 0) return { because: 'featured', value: '' };
  return { because: 'medium', value: mediums[item.mediaType] };
};
