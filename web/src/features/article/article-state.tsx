import { ErrorNote, Skeleton } from '@satrangi/kit';
import type { ReactNode } from 'react';
import styles from './article.module.css';

/** Stands for the text of an article while it loads. */
export function ArticleSkeleton() {
  return (
    <div className={styles.waiting} role="status" aria-label="Loading">
      <Skeleton height="6rem" />
      <Skeleton width="40%" height="2rem" />
      <Skeleton height="9rem" />
      <Skeleton width="50%" height="2rem" />
      <Skeleton height="14rem" />
    </div>
  );
}

/** The text of a page with its states: a placeholder while it loads, a note when it may not be the newest one. */
export function ArticleState({
  isLoading,
  isUnchecked,
  onRetry,
  children,
}: {
  isLoading: boolean;
  isUnchecked: boolean;
  onRetry: () => void;
  children: ReactNode;
}) {
  if (isLoading) return <ArticleSkeleton />;
  return (
    <>
      {isUnchecked && (
        <ErrorNote onRetry={onRetry}>
          We could not check for a newer version of this page. This is the text it came with.
        </ErrorNote>
      )}
      {children}
    </>
  );
}
