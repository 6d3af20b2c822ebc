import type { MediaItem } from '@satrangi/contracts';
import { scriptProps } from '@satrangi/kit';
import { textInLanguage } from '@satrangi/kit/language/language';
import { isFilm } from './kinds.ts';

/** Words and the name that follows them. */
type CreditPart = readonly [words: string, name: string];

/** Credits under the title, in order. */
export const creditParts = ({ mediaType, author, narrator, creator }: MediaItem): readonly CreditPart[] => {
  if (isFilm(mediaType)) return [['Directed by ', creator]];
  if (mediaType === 'oralhistory') return [['Told by ', creator]];
  if (mediaType === 'audiostory' && narrator)
    return author && author !== narrator
      ? [
          ['Written by ', author],
          [', read by ', narrator],
        ]
      : [['Read by ', narrator]];
  return [['by ', creator]];
};

/** Credits in one line. */
export const creditsOf = (item: MediaItem): string => creditParts(item).flat().join('');

/** `lang` and `dir` of a creator's name; none for a synthetic voice, which the interface translates. */
export const creatorProps = (name: string, language?: string): Partial<ReturnType<typeof scriptProps>> =>
  textInLanguage(name) === name ? scriptProps(name, language) : {};
