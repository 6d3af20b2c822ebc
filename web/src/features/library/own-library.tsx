import { ErrorNote } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import list from '../../lib/card-list.module.css';
import { libraryQueries } from '../../lib/catalog-queries.ts';
import { dedupeEntries } from '../../lib/dedupe-entries.ts';
import { LibrarySkeleton } from '../../lib/library-skeleton.tsx';
import { Link } from '../../lib/link.tsx';
import { OwnedCard } from '../../lib/owned-card.tsx';
import { paths } from '../../lib/paths.ts';
import styles from './own-library.module.css';

const MAX_CONTINUED = 3;

/** Started and unfinished titles, newest first; hidden when they cannot be loaded. */
function Continue() {
  const progressList = useQuery(libraryQueries.progressList());
  const entries = useQuery(libraryQueries.entries());
  if (!progressList.data || progressList.data.length === 0) return null;
  const owned = new Set((entries.data ?? []).map(({ media }) => String(media._id)));
  return (
    <section className={styles.continue} aria-labelledby="continue-h">
      <h3 id="continue-h">Continue</h3>
      <ul className={list.list}>
        {progressList.data.slice(0, MAX_CONTINUED).map(({ mediaId, media, progress }) => (
          <li key={mediaId}>
            <OwnedCard media={media} progress={progress} isOwned={owned.has(mediaId)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** All owned titles, newest grant first. */
function OwnLibrary() {
  const entries = useQuery({ ...libraryQueries.entries(), select: dedupeEntries });
  if (entries.isPending) return <LibrarySkeleton />;
  if (!entries.data)
    return <ErrorNote onRetry={() => void entries.refetch()}>Failed to load library</ErrorNote>;
  if (entries.data.length === 0)
    return <p className="muted">You have not added any media to your library yet.</p>;
  return (
    <ul className={list.list}>
      {entries.data.map(({ _id, media, progress }) => (
        <li key={_id}>
          <OwnedCard media={media} progress={progress} />
        </li>
      ))}
    </ul>
  );
}

/** Started titles, and all owned titles. */
export function MyLibrary() {
  return (
    <>
      <Continue />
      <OwnLibrary />
      <p className={styles.saved}>
        <Link to={paths.saved}>Saved for later</Link>
      </p>
    </>
  );
}
