import { Skeleton } from '@satrangi/kit';
import list from '../../lib/card-list.module.css';

/** The places of three titles while they are on their way. */
export function LibraryWaiting() {
  return (
    <div role="status">
      <span className="vh">Loading your library...</span>
      <div className={list.list}>
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} height="11rem" />
        ))}
      </div>
    </div>
  );
}
