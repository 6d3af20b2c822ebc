import type { MediaItem } from '@satrangi/contracts';
import { caretDownIcon, Icon, Prose } from '@satrangi/kit';
import styles from './content-notes.module.css';

/** The long story of an item, behind 'More Info'. */
export function MoreInfo({ item: { longDescription, moreInfo, transcriptUrl } }: { item: MediaItem }) {
  // What is kept with the item itself is read in its player; a page elsewhere is open to everyone.
  const elsewhere = transcriptUrl?.startsWith('https://') ? transcriptUrl : null;
  if (!longDescription && !moreInfo && !elsewhere) return null;
  return (
    <details className={styles.notes}>
      <summary>
        More Info
        <Icon shape={caretDownIcon} />
      </summary>
      {longDescription && <Prose className={styles.words}>{longDescription}</Prose>}
      {moreInfo && <Prose className={styles.words}>{moreInfo}</Prose>}
      {elsewhere && (
        <p className={styles.words}>
          <a href={elsewhere} rel="noreferrer">
            Transcript on another site
          </a>
        </p>
      )}
    </details>
  );
}
