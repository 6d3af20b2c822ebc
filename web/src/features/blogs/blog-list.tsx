import { Button, ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { blogLivePrefixes, blogQueries } from '../../lib/blog-queries.ts';
import { useLiveReload } from '../../lib/use-live-reload.ts';
import { BlogGrid, gridClasses } from './blog-grid.tsx';
import styles from './blogs.module.css';

const STEP = 12;

/** All posts as cards, twelve at a time. */
export function BlogList() {
  const { data, isPending, refetch } = useQuery(blogQueries.list());
  const [count, setCount] = useState(STEP);
  useLiveReload(blogLivePrefixes, () => void refetch());

  if (isPending)
    return (
      <div role="status" aria-label="Loading blogs">
        <div className={gridClasses}>
          {[1, 2, 3].map((index) => (
            <Skeleton key={index} height="24rem" />
          ))}
        </div>
      </div>
    );
  if (!data) return <ErrorNote onRetry={() => void refetch()}>Failed to load blogs</ErrorNote>;
  if (data.length === 0) return <p>No blog posts found.</p>;
  return (
    <>
      <BlogGrid blogs={data.slice(0, count)} />
      {data.length > count && (
        <div className={styles.more}>
          <Button onClick={() => setCount(count + STEP)}>Load more ({data.length - count} more)</Button>
        </div>
      )}
    </>
  );
}
