import type { MediaItem } from '@satrangi/contracts';
import { BookCard } from './book-card.tsx';
import { Section } from './section.tsx';
import styles from './shelf-row.module.css';

/** A few titles side by side under a heading; without titles nothing. On a phone they are pushed sideways. */
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
