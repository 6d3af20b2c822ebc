import type { MediaItem } from '@satrangi/contracts';
import { caretDownIcon, Icon, Prose, scriptProps } from '@satrangi/kit';
import styles from './content-notes.module.css';

/** The long story of an item, behind 'More Info'. */
export function MoreInfo({ item }: { item: MediaItem }) {
  const { longDescription, moreInfo, transcriptUrl, language } = item;
  // What is kept with the item itself is read in its player; a page elsewhere is open to everyone.
  const elsewhere = transcriptUrl?.startsWith('https://') ? transcriptUrl : null;
  if (!longDescription && !moreInfo && !elsewhere) return null;
  return (
    <details className={styles.notes}>
      <summary>
        More Info
        <Icon shape={caretDownIcon} />
      </summary>
      {longDescription && (
        <Prose className={styles.words} {...scriptProps(longDescription, language)}>
          {longDescription}
        </Prose>
      )}
      {moreInfo && (
        <Prose className={styles.words} {...scriptProps(moreInfo, language)}>
          {moreInfo}
        </Prose>
      )}
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
