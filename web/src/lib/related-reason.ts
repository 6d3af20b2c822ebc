import type { RelatedReason } from '@satrangi/contracts';
import { languageName } from './language-name.ts';

const genreText = ({ name, language, isShort }: RelatedReason): string => {
  const place = language === undefined ? '' : ` in ${languageName(language)}`;
  return `${name}${place} too${isShort ? ', and as short' : ''}`;
};

/** Words before the name of a reason. */
const before = {
  'next-issue': 'Next in ',
  collection: 'Also in ',
  series: 'Also in ',
  author: 'Also by ',
  director: 'Also directed by ',
  narrator: 'Also read by ',
  speaker: 'Also told by ',
  cast: 'Also with ',
  language: 'Also in ',
  tag: 'Also about ',
} as const;

/** Why a title stands beside another one, in a few words: `Next in Verandah`, `Poetry in Tamil too`. */
export const reasonText = (reason: RelatedReason): string => {
  const { kind, name } = reason;
  if (kind === 'genre') return genreText(reason);
  return before[kind] + (kind === 'language' ? languageName(name) : name);
};
