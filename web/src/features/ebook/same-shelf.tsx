import type { MediaItem } from '@satrangi/contracts';
import { useQuery } from '@tanstack/react-query';
import { BookCard } from '../../lib/book-card.tsx';
import { catalogQueries } from '../../lib/catalog-queries.ts';
import { Section } from '../../lib/section.tsx';
import { neighboursOf } from './neighbours.ts';
import styles from './same-shelf.module.css';

/** A few titles that would stand beside this one. Without an answer the page does without them. */
export function SameShelf({ item }: { item: MediaItem }) {
  const shelf = useQuery(catalogQueries.shelf());
  const neighbours = neighboursOf(item, shelf.data ?? []);
  if (neighbours.length === 0) return null;
  return (
    <Section title="On the same shelf" tight>
      <ul className={styles.list}>
        {neighbours.map((neighbour) => (
          <li key={neighbour._id}>
            <BookCard item={neighbour} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
