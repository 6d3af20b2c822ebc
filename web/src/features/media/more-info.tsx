import type { MediaItem } from '@satrangi/contracts';
import { caretDownIcon, Icon, Prose } from '@satrangi/kit';
import styles from './content-notes.module.css';

/** The long story of an item, behind 'More Info'. */
export function MoreInfo({ item: { longDescription, moreInfo } }: { item: MediaItem }) {
  if (!longDescription && !moreInfo) return null;
  return (
    <details className={styles.notes}>
      <summary>
        More Info
        <Icon shape={caretDownIcon} />
      </summary>
      {longDescription && <Prose className={styles.words}>{longDescription}</Prose>}
      {moreInfo && <Prose className={styles.words}>{moreInfo}</Prose>}
    </details>
  );
}
