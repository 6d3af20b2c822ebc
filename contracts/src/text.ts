/** The longest run of whole grapheme clusters within `max` UTF-16 code units (Unicode UAX 29). */
const wholeGraphemes = (text: string, max: number): string => {
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, max * 2))) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
};

/**
 * Truncates to at most `max` UTF-16 code units and an ellipsis. Cuts between words; a word that fills more than half
 * of the space is cut between grapheme clusters, so that no vowel sign loses its letter.
 */
export const truncate = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const space = text.slice(0, max + 1).search(/\s\S*$/u);
  const head = space > max / 2 ? text.slice(0, space) : wholeGraphemes(text, max);
  return `${head.replace(/[\s.,;:–—-]+$/u, '')}…`;
};

/** Text with the special characters of HTML and XML escaped, for elements and double-quoted attributes. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
