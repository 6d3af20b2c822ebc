import { createHash } from 'node:crypto';
import { type MediaItem, phoneticKeys } from '@satrangi/contracts';
import MiniSearch from 'minisearch';
import { wordsOf } from '../language/words.rules.ts';
import { type Hit, type IndexField, soundTerm } from './index-hit.rules.ts';
import { entryOf, type IndexedItem } from './indexed-item.rules.ts';

type Document = { readonly id: string } & Readonly<Record<IndexField, string>>;

const DESCRIPTION_MAX = 1_200;
const BOOSTS = {
  title: 5,
  names: 5,
  tags: 4,
  genres: 3,
  sound: 2,
  tagline: 2,
  notes: 2,
  description: 1,
} as const;
const FUZZY_FROM = 5;
/** Consonants of a sound: fewer are the sound of too many words. */
const SOUND_MIN = 3;
const AS_WRITTEN = {
  prefix: (term: string) => !/^[a-z0-9]/.test(term) && term.length >= 3,
  weights: { fuzzy: 0.2, prefix: 0.6 },
};
const NEARLY = {
  ...AS_WRITTEN,
  fuzzy: (term: string) => (term.length >= FUZZY_FROM && /^[a-z]/.test(term) ? 0.2 : false),
};

/**
 * Words of discarded items are removed in one step: between the steps of the library's default, an item that is added
 * breaks its iterator, and that rejection ends the process.
 */
const IN_ONE_STEP = { minDirtCount: 20, minDirtFactor: 0.1, batchSize: Number.POSITIVE_INFINITY };

const documentOf = (item: MediaItem): Document => {
  const titles = [item.title, item.altTitle ?? ''].join(' ');
  const names = [item.creator, item.author, item.narrator, ...item.cast].filter((name) => name !== null);
  return {
    id: item._id,
    title: titles,
    names: [...new Set(names)].join(' '),
    tags: item.tags.join(' '),
    genres: item.genres.join(' '),
    tagline: item.tagline ?? '',
    notes: item.contentNotes.join(' '),
    description: item.description.slice(0, DESCRIPTION_MAX),
    sound: wordsOf(`${titles} ${item.creator}`).flatMap(phoneticKeys).map(soundTerm).join(' '),
  };
};

const digestOf = (item: MediaItem): string =>
  createHash('sha256').update(JSON.stringify(item)).digest('base64url');

export type ItemIndex = ReturnType<typeof createItemIndex>;

/** Public items in memory: full text of titles, creators, tags and descriptions. `index-sync.ts` keeps it up to date. */
export const createItemIndex = () => {
  const entries = new Map<string, IndexedItem>();
  const digests = new Map<string, string>();
  let hasBeenFilled = false;
  const search = new MiniSearch<Document>({
    fields: Object.keys(BOOSTS),
    tokenize: wordsOf,
    processTerm: (term) => term,
    autoVacuum: IN_ONE_STEP,
    searchOptions: { boost: BOOSTS, combineWith: 'OR' },
  });
  const remove = (id: string): void => {
    digests.delete(id);
    if (entries.delete(id)) search.discard(id);
  };
  return {
    /** @returns false for an item that is in the index as it is: the periodic refresh indexes changed ones only */
    put: (item: MediaItem): boolean => {
      const digest = digestOf(item);
      if (digests.get(item._id) === digest) return false;
      remove(item._id);
      digests.set(item._id, digest);
      entries.set(item._id, entryOf(item));
      search.add(documentOf(item));
      return true;
    },
    remove,
    get: (id: string): IndexedItem | undefined => entries.get(id),
    all: (): readonly IndexedItem[] => [...entries.values()],
    size: (): number => entries.size,
    /** Whether all items were in the index once: before that, not to find one says nothing. */
    isFilled: (): boolean => hasBeenFilled,
    setFilled: (): void => {
      hasBeenFilled = true;
    },
    /**
     * Items with any of these words, best first. Words that are written nowhere are searched by their sound.
     * @param options `isExact`: as written only
     */
    find: (words: readonly string[], options: { readonly isExact?: boolean } = {}): Map<string, Hit> => {
      const written = search.search({ queries: [...words] }, options.isExact ? AS_WRITTEN : NEARLY);
      const sounds = words.flatMap(phoneticKeys).filter((key) => key.length >= SOUND_MIN);
      const bySound = !options.isExact && written.length === 0 && sounds.length > 0;
      const found = bySound ? search.search({ queries: sounds.map(soundTerm), fields: ['sound'] }) : written;
      const best = found[0]?.score ?? 1;
      return new Map(
        found.map(({ id, score, match }) => [
          String(id),
          // only the fields of a document are searched
          { score: score / best, match: match as Hit['match'] },
        ]),
      );
    },
  };
};
