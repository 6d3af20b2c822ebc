import { ErrorNote } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import list from '../../lib/card-list.module.css';
import { libraryQueries } from '../../lib/catalog-queries.ts';
import { OwnedCard } from '../../lib/owned-card.tsx';
import { latest } from '../../lib/progress.ts';
import { LibraryWaiting } from './library-waiting.tsx';
import { previewEntries } from './my-shelf.ts';

/** The newest titles of somebody signed in, each with the place where they left. */
export function OwnPreview() {
  const entries = useQuery({ ...libraryQueries.entries(), select: previewEntries });
  const places = useQuery(libraryQueries.places());
  if (entries.isPending) return <LibraryWaiting />;
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
