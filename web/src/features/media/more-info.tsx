import type { MediaItem } from '@satrangi/contracts';
import { caretDownIcon, Icon, Prose, scriptProps } from '@satrangi/kit';
import styles from './content-notes.module.css';

/** The long description of an item, behind 'More Info'. */
export function MoreInfo({ item }: { item: MediaItem }) {
  const { longDescription, moreInfo, transcriptUrl, language } = item;
  // A transcript of the item itself is shown in its player; only external ones are linked.
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
