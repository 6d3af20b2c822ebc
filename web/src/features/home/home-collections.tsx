import { Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { curatedLivePrefixes, curatedQueries } from '../../lib/curated-queries.ts';
import { CuratedShelf } from '../../lib/curated-shelf.tsx';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { useIsNear } from '../../lib/use-is-near.ts';
import { useLiveReload } from '../../lib/use-live-reload.ts';
import styles from './home-collections.module.css';

/** The first collections of the order of the editors. */
const SHELVES_MAX = 3;
/** Their number and height are known with the answer only: requested while what follows is far below, so that nothing moves. */
const FAR = '400%';

/** Collections made by editors, requested before they are near; left out when there are none. */
export function HomeCollections() {
  const { ref, isNear } = useIsNear(FAR);
  const { data, isPending, refetch } = useQuery({ ...curatedQueries.all(), enabled: isNear });
  useLiveReload(curatedLivePrefixes, () => {
    if (isNear) void refetch();
  });
  const shelves = data?.items ?? [];
  return (
    <div ref={ref} className="wrap">
      {isNear && isPending && <Skeleton height="21rem" />}
      {shelves.slice(0, SHELVES_MAX).map((shelf) => (
        <CuratedShelf key={shelf.slug} shelf={shelf} />
      ))}
      {shelves.length > SHELVES_MAX && (
        <p className={styles.all}>
          <Link to={paths.collections}>All {shelves.length} collections</Link>
        </p>
      )}
    </div>
  );
}
