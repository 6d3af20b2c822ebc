import type { SearchCard } from '@satrangi/contracts';
import { scriptProps } from '@satrangi/kit';
import { BookCard } from '../book-card.tsx';
import { Link } from '../link.tsx';
import { paths } from '../paths.ts';
import styles from './kind-results.module.css';

/** The level of the heading of a group; its cards are one below. */
export type Level = 'h2' | 'h3';
export const cardLevels = { h2: 'h3', h3: 'h4' } as const;

/** The cards of a group; each name leads to the page of its person. */
export function Cards({ items, level }: { items: readonly SearchCard[]; level: Level }) {
  return (
    <ul className={styles.grid}>
      {items.map((item) => (
        <li key={item._id}>
          <BookCard
            item={item}
            as={cardLevels[level]}
            by={
              <Link to={paths.person(item.creator)} {...scriptProps(item.creator, item.language)}>
                {item.creator}
              </Link>
            }
          />
        </li>
      ))}
    </ul>
  );
}
