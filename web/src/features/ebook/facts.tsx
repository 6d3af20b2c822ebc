import type { MediaItem } from '@satrangi/contracts';
import { caretDownIcon, heartIcon, Icon } from '@satrangi/kit';
import { bytesText, languageName, readingTime } from '../../lib/text.ts';
import styles from './facts.module.css';

const factsOf = (item: MediaItem): readonly (readonly [string, string])[] => [
  ['Language', languageName(item.language)],
  ...(item.pages === null ? [] : [['Length', `${item.pages} pages, ${readingTime(item.pages)}`] as const]),
  ['Format', item.fileBytes === null ? 'Browser reader' : `Browser reader, PDF ${bytesText(item.fileBytes)}`],
  ...(item.year === null ? [] : [['Published', String(item.year)] as const]),
  ...(item.genres.length === 0 ? [] : [['Genre', item.genres.join(', ')] as const]),
];

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

/** What a reader may want to know before reading; closed until asked for. */
export function ContentNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <details className={styles.notes}>
      <summary>
        <Icon shape={heartIcon} />
        Content notes
        <Icon shape={caretDownIcon} />
      </summary>
      <ul className="text">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}
