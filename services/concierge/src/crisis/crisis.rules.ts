import { crisisPatterns, crisisSentences, defaultHelplines, paragraphsOf } from '@satrangi/contracts';
import type { ReplyLanguage } from '../language/reader-language.rules.ts';
import { foldedPattern, foldLetters, wordsOf } from '../language/words.rules.ts';

/** Punctuation between words must not hide a sentence. */
const plainOf = (message: string): string =>
  foldLetters(message)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
const patterns = crisisPatterns.map((pattern) => foldedPattern(new RegExp(pattern.source, 'u')));

/**
 * True when a message says that its writer is in danger.
 * @param phrases HTML of the section where editors add phrases, one in each paragraph
 */
export const isCrisis = (message: string, phrases: string | undefined): boolean => {
  const plain = plainOf(message);
  if (patterns.some((pattern) => pattern.test(plain))) return true;
  const added = paragraphsOf(phrases ?? '').map((phrase) => wordsOf(phrase).join(' '));
  return added.some((phrase) => phrase !== '' && ` ${plain} `.includes(` ${phrase} `));
};

/** The fixed reply with helplines. @param helplines HTML of the editors' list */
export const crisisReply = (language: ReplyLanguage, helplines: string | undefined): string => {
  const lines = paragraphsOf(helplines ?? '');
  return [crisisSentences[language], ...(lines.length > 0 ? lines : defaultHelplines)].join('\n');
};
