import { FIRST_OF_TITLE, IN_AUTHOR, IN_OTHERS, IN_TITLE, WHOLE_TITLE } from './relevance.rules.ts';
import { wordsOf } from './words.rules.ts';

/** The searchable texts of an item. */
export type Searchable = {
  /** Title and alternative title; a romanized alternative title finds an Indic one. */
  readonly titles: readonly string[];
  readonly author: string;
  /** Tags, genres, and words for the kind, ranked last. */
  readonly others: readonly string[];
};

const CACHED_TEXTS_MAX = 5_000;

/** Splits the texts of items into words, each with the fields that contain it. */
export const createItemFields = () => {
  /** Names, tags and genres repeat: folding them again would be most of the time of a start. */
  const wordsByText = new Map<string, readonly string[]>();
  const cachedWords = (text: string): readonly string[] => {
    const known = wordsByText.get(text);
    if (known) return known;
    if (wordsByText.size >= CACHED_TEXTS_MAX) wordsByText.clear();
    const words = wordsOf(text);
    wordsByText.set(text, words);
    return words;
  };

  return ({ titles, author, others }: Searchable) => {
    const fieldsByWord = new Map<string, number>();
    const addWords = (words: readonly string[], field: number): void => {
      for (const word of words) fieldsByWord.set(word, (fieldsByWord.get(word) ?? 0) | field);
    };
    const titleWords = titles.map(wordsOf);
    for (const words of titleWords) {
      addWords(words, IN_TITLE);
      addWords(words.slice(0, 1), words.length === 1 ? FIRST_OF_TITLE | WHOLE_TITLE : FIRST_OF_TITLE);
    }
    addWords(cachedWords(author), IN_AUTHOR);
    for (const other of others) addWords(cachedWords(other), IN_OTHERS);
    return { fieldsByWord, titles: titleWords.map((words) => words.join(' ')) };
  };
};
