import { type JoinedMediaType, mediaTypes } from './media.ts';

const inSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);
const pluralOf = (noun: string): string => `${noun.replace(/y$/, 'ie')}s`;

/** Items of each kind in words: `2 eBooks and 1 short film`. */
export const countKinds = (items: readonly { readonly mediaType: JoinedMediaType }[]): string => {
  const parts = mediaTypes.flatMap(({ joined, label }) => {
    const count = items.filter(({ mediaType }) => mediaType === joined).length;
    const noun = inSentence(label);
    return count === 0 ? [] : [`${count} ${count === 1 ? noun : pluralOf(noun)}`];
  });
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
};
