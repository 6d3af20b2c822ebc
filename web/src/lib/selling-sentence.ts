import type { MediaItem } from '@satrangi/contracts';
import { truncate } from './text.ts';

/** What is shown of a description without a sentence of its own (WEB-45). */
const SENTENCE_MAX = 80;

/** The tagline, or the beginning of the description. */
export const sellingSentence = ({
  tagline,
  description,
}: Pick<MediaItem, 'tagline' | 'description'>): string =>
  tagline?.trim() || truncate(description, SENTENCE_MAX);

/** The description without the tagline at its beginning, which stands above it already. */
export const descriptionAfterSentence = ({
  tagline,
  description,
}: Pick<MediaItem, 'tagline' | 'description'>): string => {
  const sentence = tagline?.trim();
  const rest = sentence && description.startsWith(sentence) ? description.slice(sentence.length).trim() : '';
  return rest || description;
};
