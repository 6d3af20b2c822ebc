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
 * The beginning of a text, at most `max` UTF-16 code units and an ellipsis. Cuts between words; a single word that
 * fills more than half of the room is cut between grapheme clusters, so that no vowel sign loses its letter.
 */
export const cut = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const space = text.slice(0, max + 1).search(/\s\S*$/u);
  const kept = space > max / 2 ? text.slice(0, space) : wholeGraphemes(text, max);
  return `${kept.replace(/[\s,;:–—-]+$/u, '')}…`;
};

/** An empty title still needs a name to click. */
export const titleOr = (title: string): string => title.trim() || '(Untitled)';

/** `212 pages, about 5 hours`: at 40 pages an hour, rounded to what a reader would say. */
export const readingTime = (pages: number): string => {
  const minutes = (pages / 40) * 60;
  if (minutes < 55) return `about ${Math.max(5, Math.round(minutes / 5) * 5)} minutes`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'about an hour' : `about ${hours} hours`;
};

/** `3.1 MB`, `420 kB`. */
export const bytesText = (bytes: number): string =>
  bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1e3))} kB`;

/** `29 Oct 2026` */
export const dayText = (iso: string): string =>
  new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(iso));

/** `12 Nov 2026, 9:40 pm` */
export const momentText = (iso: string): string =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
