import { ErrorNote } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import list from '../../lib/card-list.module.css';
import { libraryQueries } from '../../lib/catalog-queries.ts';
import { LibrarySkeleton } from '../../lib/library-skeleton.tsx';
import { OwnedCard } from '../../lib/owned-card.tsx';
import { latestProgress } from '../../lib/progress.ts';
import { previewEntries } from './preview-entries.ts';

/** The newest titles of a logged-in reader with their progress. */
export function OwnPreview() {
  const entries = useQuery({ ...libraryQueries.entries(), select: previewEntries });
  const progressList = useQuery(libraryQueries.progressList());
  if (entries.isPending) return <LibrarySkeleton />;
  if (entries.isError)
    return <ErrorNote onRetry={() => void entries.refetch()}>Failed to load library</ErrorNote>;
  if (entries.data.length === 0) return <p>You have not added any media to your library yet.</p>;
  const progressOf = (id: string) => progressList.data?.find(({ mediaId }) => mediaId === id)?.progress;
  return (
    <ul className={list.list}>
      {entries.data.map(({ _id, media, progress }) => (
        <li key={_id}>
          <OwnedCard media={media} progress={latestProgress(progress, progressOf(media._id))} />
        </li>
      ))}
    </ul>
  );
}
