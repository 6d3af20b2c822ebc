import type { MediaItem } from '@satrangi/contracts';
import { checkCircleIcon, Icon } from '@satrangi/kit';
import { interfaceLocale } from '@satrangi/kit/language/language';
import { kinds } from '../../lib/kinds.ts';
import { languageName } from '../../lib/language-name.ts';
import { bytesText, readingTime } from '../../lib/sizes.ts';
import { minutesText } from '../../lib/times.ts';
import styles from './what-you-get.module.css';

/** `English`, `English and Tamil`, `English, Hindi and Tamil` */
const namesOf = (languages: readonly string[]): string =>
  new Intl.ListFormat(interfaceLocale()).format(languages.map(languageName));

const sizeOf = ({ fileBytes }: MediaItem): string => (fileBytes === null ? '' : bytesText(fileBytes));

/** ` (PDF, 2.1 MB; EPUB, 40 kB)` */
const downloadsOf = (size: string, { epubBytes }: MediaItem): string => {
  const files = [...(size ? [`PDF, ${size}`] : []), ...(epubBytes ? [`EPUB, ${bytesText(epubBytes)}`] : [])];
  return files.length > 0 ? ` (${files.join('; ')})` : '';
};

type Lines = {
  /** What the work is. */
  readonly about: readonly string[];
  /** How it opens. */
  readonly opens: string;
};

const toRead = (item: MediaItem): Lines => {
  const size = sizeOf(item);
  return {
    about: [
      item.pages === null
        ? `In ${languageName(item.language)}`
        : `${item.pages} pages in ${languageName(item.language)}, ${readingTime(item.pages)}`,
    ],
    opens: item.allowsDownload
      ? `Opens in the browser, or as a download${downloadsOf(size, item)}`
      : `Opens in the browser, on a phone or a computer${size && ` (PDF, ${size})`}`,
  };
};

const toWatch = (item: MediaItem): Lines => ({
  about: [
    `${item.duration === null ? 'A film' : minutesText(item.duration)} in ${languageName(item.language)}`,
    ...(item.captionLanguages.length > 0 ? [`Captions in ${namesOf(item.captionLanguages)}`] : []),
  ],
  opens: 'Plays in the browser, as often as you like',
});

const toHear = (item: MediaItem): Lines => {
  const size = sizeOf(item);
  return {
    about: [
      `${item.duration === null ? 'A recording' : minutesText(item.duration)} in ${languageName(item.language)}`,
      ...(item.hasTranscript ? ['A transcript to read along'] : []),
    ],
    opens: `Plays in the browser, or as a download${size && ` (${size})`}`,
  };
};

const byFile = { pdf: toRead, video: toWatch, audio: toHear } as const;

/**
 * What the price includes, in plain words: length, languages, format, and for how long. A title that cannot be bought,
 * now or when its file is here, has only what the work is.
 */
export function WhatYouGet({ item }: { item: MediaItem }) {
  const { about, opens } = byFile[kinds[item.mediaType].file](item);
  const hasPrice = item.isForSale || item.priceINR !== null;
  const lines = hasPrice ? [...about, opens, 'Yours to keep. One payment, no subscription'] : about;
  return (
    <ul className={styles.lines} aria-label={hasPrice ? 'What you get' : 'About this title'}>
      {lines.map((line) => (
        <li key={line}>
          <Icon shape={checkCircleIcon} size="s" />
          <span className="num">{line}</span>
        </li>
      ))}
    </ul>
  );
}
