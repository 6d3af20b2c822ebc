import { ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import list from '../../lib/card-list.module.css';
import { useLiveReload } from '../../lib/use-live-reload.ts';
import styles from './archive.module.css';
import { archiveKinds, archiveQuery } from './archive-queries.ts';

const cards = `${list.list} ${styles.list}`;

/** Requested with the page, so that it arrives while the answers do; a failure is that of its first use. */
const loadCard = () => import('./archive-card.tsx');
loadCard().catch(() => undefined);
const ArchiveCard = lazy(async () => ({ default: (await loadCard()).ArchiveCard }));

const liveTypePrefixes = archiveKinds.map(({ type }) => `${type}-`);

function Waiting() {
  return (
    <div role="status">
      <p className="vh">Loading...</p>
      <div className={cards}>
        {[1, 2, 3].map((index) => (
          <div key={index} className={styles.waiting}>
            <Skeleton ratio="16 / 9" />
            <Skeleton width="60%" />
            <Skeleton height="5rem" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Documentaries, magazines and oral histories, each in its own section. */
export function Archive() {
  const archive = useQuery(archiveQuery());
  const client = useQueryClient();
  useLiveReload(liveTypePrefixes, () => void client.invalidateQueries({ queryKey: archiveQuery().queryKey }));

  if (archive.isPending) return <Waiting />;
  if (!archive.data)
    return <ErrorNote onRetry={() => void archive.refetch()}>Failed to load archives</ErrorNote>;
  const { data } = archive;
  if (archiveKinds.every(({ type }) => !data[type]?.length))
    return <p>Nothing here yet. The first recordings are on their way.</p>;
  return (
    <Suspense fallback={<Waiting />}>
      {archiveKinds.map(({ type, title }) =>
        data[type]?.length ? (
          <section key={type} className={styles.band} aria-labelledby={`${type}-h`} data-type={type}>
            <h2 id={`${type}-h`}>{title}</h2>
            <ul className={cards}>
              {data[type].map((item) => (
                <li key={item._id}>
                  <ArchiveCard item={item} />
                </li>
              ))}
            </ul>
          </section>
        ) : null,
      )}
    </Suspense>
  );
}
