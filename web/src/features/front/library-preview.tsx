import { buttonLook, ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import list from '../../lib/card-list.module.css';
import { libraryQueries } from '../../lib/catalog-queries.ts';
import { OwnedCard } from '../../lib/owned-card.tsx';
import { paths } from '../../lib/paths.ts';
import { latest } from '../../lib/progress.ts';
import { useSession } from '../../lib/session.ts';
import styles from './library-preview.module.css';
import { previewEntries } from './my-shelf.ts';

function Owned() {
  const entries = useQuery({ ...libraryQueries.entries(), select: previewEntries });
  const places = useQuery(libraryQueries.places());
  if (entries.isPending)
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
  if (entries.isError)
    return <ErrorNote onRetry={() => void entries.refetch()}>Failed to load library</ErrorNote>;
  if (entries.data.length === 0) return <p>You have not added any media to your library yet.</p>;
  const placeOf = (id: string) => places.data?.find(({ mediaId }) => mediaId === id)?.progress;
  return (
    <ul className={list.list}>
      {entries.data.map(({ _id, media, progress }) => (
        <li key={_id}>
          <OwnedCard media={media} progress={latest(progress, placeOf(media._id))} />
        </li>
      ))}
    </ul>
  );
}

/** My Library at a glance, or the invitation to have one. */
export function LibraryPreview() {
  const session = useSession();
  if (session) return <Owned />;
  return (
    <div className={styles.invite}>
      <p>Keep your place: log in</p>
      <Link {...buttonLook({ tone: 'primary' })} to={paths.loginThen(paths.library)}>
        Log in
      </Link>
    </div>
  );
}
