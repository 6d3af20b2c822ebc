import type { MediaItem } from '@satrangi/contracts';
import { isFilm, isRead } from '../../lib/kinds.ts';
import { languageName } from '../../lib/language-name.ts';
import { bytesText, readingTime } from '../../lib/sizes.ts';
import { minutesText } from '../../lib/times.ts';
import styles from './facts.module.css';

type Fact = readonly [term: string, fact: string];

const size = ({ fileBytes }: MediaItem): string => (fileBytes === null ? '' : `, ${bytesText(fileBytes)}`);

const formatOf = (item: MediaItem): string => {
  if (isRead(item.mediaType))
    return item.fileBytes === null ? 'Browser reader' : `Browser reader, PDF ${bytesText(item.fileBytes)}`;
  return (isFilm(item.mediaType) ? 'Film' : 'Audio') + size(item);
};

/** Known facts: length, format, captions and transcript; of an eBook also what `About` tells of the others. */
const factsOf = (item: MediaItem): readonly Fact[] =>
  (
    [
      ['Language', item.mediaType === 'ebook' ? languageName(item.language) : ''],
      ['Length', item.pages === null ? '' : `${item.pages} pages, ${readingTime(item.pages)}`],
      ['Running time', item.duration === null ? '' : minutesText(item.duration)],
      ['Format', formatOf(item)],
      ['Captions', item.captionLanguages.map(languageName).join(', ')],
      ['Transcript', item.hasTranscript ? 'Included' : ''],
      ['Issue', item.issueNumber ?? ''],
      ['Published', item.year === null ? '' : String(item.year)],
      ['Genre', item.mediaType === 'ebook' ? item.genres.join(', ') : ''],
    ] as const
  ).filter(([, fact]) => fact !== '');

export function Facts({ item }: { item: MediaItem }) {
  return (
    <dl className={styles.facts}>
      {factsOf(item).map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="num">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
