import type { MediaItem } from '@satrangi/contracts';
import { BookCard } from './book-card.tsx';
import { Section } from './section.tsx';
import styles from './shelf-row.module.css';

/** A row of titles under a heading; nothing without titles. On a phone it scrolls sideways. */
export function ShelfRow({ title, items }: { title: string; items: readonly MediaItem[] }) {
  if (items.length === 0) return null;
  return (
    <Section title={title} tight>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item._id}>
            <BookCard item={item} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
