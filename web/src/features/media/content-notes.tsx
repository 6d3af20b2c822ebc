import { caretDownIcon, heartIcon, Icon } from '@satrangi/kit';
import styles from './content-notes.module.css';

/** What somebody may want to know before reading, watching or listening; closed until asked for. */
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
