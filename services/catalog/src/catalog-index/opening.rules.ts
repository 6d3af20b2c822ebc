import { truncate } from '@satrangi/contracts';

const OPENING_MAX = 360;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The first whole sentences of a description, at least one; a long one is cut between words. */
export const openingOf = (description: string): string => {
  let opening = '';
  for (const { segment } of sentences.segment(description)) {
    if (opening !== '' && (opening + segment).trimEnd().length > OPENING_MAX) break;
    opening += segment;
  }
  return truncate(opening.replace(/\s+/g, ' ').trim(), OPENING_MAX);
};
