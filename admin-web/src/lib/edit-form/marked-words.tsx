import { diffWordsWithSpace } from 'diff';
import styles from './edit-form.module.css';

/**
 * A text in which the words are marked that another text does not have. Only inside a lazy part: the package that
 * compares is loaded at the first comparison.
 */
export function MarkedWords({ text, other }: { text: string; other: string }) {
  return (
    <p className={styles.marked}>
      {diffWordsWithSpace(other, text)
        .filter(({ removed }) => !removed)
        .map(({ value, added }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison are never reordered
          added ? <mark key={index}>{value}</mark> : <span key={index}>{value}</span>,
        )}
    </p>
  );
}
