import { Skeleton } from '@satrangi/kit';
import list from './card-list.module.css';

/** Placeholders for three titles. */
export function LibrarySkeleton() {
  return (
    <div role="status">
      <span className="vh">Loading your library...</span>
      <div className={list.list}>
        {[1, 2, 3].map((index) => (
          <Skeleton key={index} height="11rem" />
        ))}
      </div>
    </div>
  );
}
