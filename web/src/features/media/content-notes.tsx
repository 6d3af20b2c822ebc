import { caretDownIcon, heartIcon, Icon, scriptProps } from '@satrangi/kit';
import styles from './content-notes.module.css';

/** Content notes, collapsed by default. */
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
          <li key={note} {...scriptProps(note)}>
            {note}
          </li>
        ))}
      </ul>
    </details>
  );
}
