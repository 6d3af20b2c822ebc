import type { MediaItem } from './catalog.media.ts';
import { asciiDigits } from './digits.ts';

/** The number of an issue, in the digits of any script: `३` and `No. 3` are 3. @returns null without a number */
export const issueNumberOf = ({ issueNumber }: Pick<MediaItem, 'issueNumber'>): number | null => {
  const digits = issueNumber && /\d+/.exec(asciiDigits(issueNumber))?.[0];
  return digits ? Number(digits) : null;
};

/**
 * The series of an issue: its title before the issue number, without a comma, dash or "No." at the end. `Verandah 2: Work`
 * and `देहरी ३: रसोई` belong to `Verandah` and `देहरी` (decision 0118).
 * @returns null for an item that is not numbered, or whose title does not contain its number
 */
export const seriesOf = ({ title, issueNumber }: Pick<MediaItem, 'title' | 'issueNumber'>): string | null => {
  const number = issueNumber && /\d+/.exec(asciiDigits(issueNumber))?.[0];
  if (!number) return null;
  for (const { 0: digits, index } of title.matchAll(/\p{Nd}+/gu))
    if (asciiDigits(digits) === number && index > 0) {
      const name = title
        .slice(0, index)
        .replace(/[\s,:;#№–—(-]*(?:\b(?:no|nr|issue|number|vol|volume)\b\.?)?[\s,:;#№–—(-]*$/iu, '')
        .trim();
      return name || null;
    }
  return null;
};
