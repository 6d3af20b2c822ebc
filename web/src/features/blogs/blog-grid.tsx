import type { Blog } from '@satrangi/contracts';
import { useNearViewport } from '@satrangi/kit';
import { useRef } from 'react';
import list from '../../lib/card-list.module.css';
import { BlogCard } from './blog-card.tsx';
import styles from './blogs.module.css';

/** The classes of a grid of cards. */
export const gridClasses = `${list.list} ${styles.list}`;

/** The fonts of text are large: only the next row loads them. */
const MARGIN = '10%';

/** Posts as cards. Those far below the screen load no font of their script. */
export function BlogGrid({ blogs, as }: { blogs: readonly Blog[]; as?: 'h2' | 'h3' }) {
  const cards = useRef<HTMLUListElement>(null);
  useNearViewport(cards, MARGIN);
  return (
    <ul ref={cards} className={gridClasses}>
      {blogs.map((blog) => (
        <li key={blog._id}>
          <BlogCard blog={blog} {...(as ? { as } : {})} />
        </li>
      ))}
    </ul>
  );
}
