import type { CuratedWork } from '@satrangi/contracts';
import { Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { BookCard } from './book-card.tsx';
import { catalogQueries } from './catalog-queries.ts';
import { curatedLivePrefixes, curatedQueries } from './curated-queries.ts';
import { CuratedShelf } from './curated-shelf.tsx';
import row from './shelf-row.module.css';
import styles from './titles-to-begin.module.css';
import { useLiveReload } from './use-live-reload.ts';

/** What an action needs of a title. */
export type TitleToBegin = Omit<CuratedWork, 'reason'>;
type ActionOf = (title: TitleToBegin) => ReactNode;

function Waiting() {
  return (
    <div role="status" aria-label="Loading titles to begin with" className={styles.waiting}>
      {[1, 2, 3].map((index) => (
        <Skeleton key={index} height="12rem" />
      ))}
    </div>
  );
}

/** The newest eBooks, while there is no collection. */
function Newest({ actionOf }: { actionOf: ActionOf | undefined }) {
  const id = useId();
  const { data = [], isPending } = useQuery(catalogQueries.shelf());
  if (isPending) return <Waiting />;
  if (data.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.newest}>
      <h2 id={id}>Newest eBooks</h2>
      <ul className={row.list}>
        {data.slice(0, 6).map((item) => (
          <li key={item._id}>
            <BookCard item={item} />
            {actionOf?.(item)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Titles to begin with, for a page that has nothing else to show: staff picks with their reasons, else the first collection,
 * else the newest eBooks. Nothing while none of them can be loaded.
 */
export function TitlesToBegin({ actionOf }: { actionOf?: ActionOf }) {
  const curated = useQuery(curatedQueries.all());
  useLiveReload(curatedLivePrefixes, () => void curated.refetch());
  if (curated.isPending) return <Waiting />;
  const shelves = curated.data?.items ?? [];
  const shelf = shelves.find(({ isStaffPicks }) => isStaffPicks) ?? shelves[0];
  return shelf ? <CuratedShelf shelf={shelf} actionOf={actionOf} /> : <Newest actionOf={actionOf} />;
}
