import { ErrorNote, Waiting } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { mediaQueries } from '../lib/media-queries.ts';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { isNotFound } from '../lib/query-client.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** `/media/{id}`: redirects an item of unknown type to its own page. */
export function AnyMediaPage() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  const media = useQuery(mediaQueries.any(id));
  if (media.data) return <Navigate to={`${paths.media(media.data.mediaType, id)}${search}`} replace />;
  if (isNotFound(media.error)) return <NotFoundPage />;
  return (
    <div className="wrap">
      <PageHead title="One moment" />
      <PageHeading className="vh">One moment</PageHeading>
      {media.isError ? (
        <ErrorNote onRetry={() => void media.refetch()}>Failed to load digital library content</ErrorNote>
      ) : (
        <Waiting>Loading...</Waiting>
      )}
    </div>
  );
}
