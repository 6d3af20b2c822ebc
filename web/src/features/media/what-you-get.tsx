import type { MediaItem } from '@satrangi/contracts';
import { checkCircleIcon, Icon } from '@satrangi/kit';
import { kinds } from '../../lib/kinds.ts';
import { languageName } from '../../lib/language-name.ts';
import { bytesText, readingTime } from '../../lib/sizes.ts';
import { minutesText } from '../../lib/times.ts';
import styles from './what-you-get.module.css';

/** `English`, `English and Tamil`, `English, Hindi and Tamil` */
const namesOf = (languages: readonly string[]): string =>
  languages
    .map(languageName)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');

const sizeOf = ({ fileBytes }: MediaItem): string => (fileBytes === null ? '' : bytesText(fileBytes));

/** ` (PDF, 2.1 MB; EPUB, 40 kB)` */
const downloadsOf = (size: string, { epubBytes }: MediaItem): string => {
  const files = [...(size ? [`PDF, ${size}`] : []), ...(epubBytes ? [`EPUB, ${bytesText(epubBytes)}`] : [])];
  return files.length > 0 ? ` (${files.join('; ')})` : '';
};

const toRead = (item: MediaItem): readonly string[] => {
  const size = sizeOf(item);
  return [
    item.pages === null
      ? `In ${languageName(item.language)}`
      : `${item.pages} pages in ${languageName(item.language)}, ${readingTime(item.pages)}`,
    item.allowsDownload
      ? `Opens in the browser, or as a download${downloadsOf(size, item)}`
      : `Opens in the browser, on a phone or a computer${size && ` (PDF, ${size})`}`,
  ];
};

const toWatch = (item: MediaItem): readonly string[] => [
  `${item.duration === null ? 'A film' : minutesText(item.duration)} in ${languageName(item.language)}`,
  ...(item.captionLanguages.length > 0 ? [`Captions in ${namesOf(item.captionLanguages)}`] : []),
  'Plays in the browser, as often as you like',
];

const toHear = (item: MediaItem): readonly string[] => {
  const size = sizeOf(item);
  return [
    `${item.duration === null ? 'A recording' : minutesText(item.duration)} in ${languageName(item.language)}`,
    `Plays in the browser, or as a download${size && ` (${size})`}`,
    ...(item.hasTranscript ? ['A transcript to read along'] : []),
  ];
};

const byFile = { pdf: toRead, video: toWatch, audio: toHear } as const;

/** What the price includes, in plain words: length, languages, format, and for how long. */
export function WhatYouGet({ item }: { item: MediaItem }) {
  const lines = [...byFile[kinds[item.mediaType].file](item), 'Yours to keep. One payment, no subscription'];
  return (
    <ul className={styles.lines} aria-label="What you get">
      {lines.map((line) => (
        <li key={line}>
          <Icon shape={checkCircleIcon} size="s" />
          <span className="num">{line}</span>
        </li>
      ))}
    </ul>
  );
}
