import type { LibraryEntry, MediaItem } from '@satrangi/contracts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { Locked, NotThere, OpenError, OpeningBook, OpenReader } from '../features/reader/open-reader.tsx';
import type { ReadMedia } from '../features/reader/read-media.ts';
import { libraryQueries } from '../lib/catalog-queries.ts';
import { kinds } from '../lib/kinds.ts';
import { mediaQueries } from '../lib/media-queries.ts';
import { PageHead } from '../lib/page-head.tsx';
import { paths } from '../lib/paths.ts';
import { isNotFound } from '../lib/query-client.ts';
import { useSession } from '../lib/session.ts';

type OwnedMedia = LibraryEntry['media'];

/**
 * The media of a book or magazine: from the catalog or, when it was removed there, from the reader's library.
 * `media` is undefined while it is loading, null when it is unknown; `isMissing` when no such title exists.
 */
const useReadMedia = (
  id: string,
  isLoggedIn: boolean,
): { media: OwnedMedia | MediaItem | null | undefined; isMissing: boolean } => {
  const item = useQuery(mediaQueries.any(id));
  const isRemoved = isNotFound(item.error);
  const entries = useQuery({ ...libraryQueries.entries(), enabled: isLoggedIn && isRemoved });
  if (item.data) return { media: item.data, isMissing: false };
  if (item.isPending || (isRemoved && isLoggedIn && entries.isPending))
    return { media: undefined, isMissing: false };
  const media = entries.data?.find(({ media }) => media._id === id)?.media ?? null;
  return { media, isMissing: isRemoved && !entries.isError && media === null };
};

const toReadMedia = (id: string, media: OwnedMedia | MediaItem | null): ReadMedia => ({
  id,
  mediaType: media?.mediaType === 'magazine' ? 'magazine' : 'ebook',
  title: media?.title ?? 'Your book',
  author: media?.author ?? '',
  language: media?.language ?? 'en',
  fileId: media && 'fileId' in media ? media.fileId : null,
});

function Book({ id }: { id: string }) {
  const session = useSession();
  const access = useQuery(libraryQueries.access(id));
  const { media, isMissing } = useReadMedia(id, session !== null);
  if (access.isPending || media === undefined) return <OpeningBook />;
  if (access.isLoadingError)
    return (
      <OpenError
        media={toReadMedia(id, media)}
        reason={`Failed to load ${kinds[media?.mediaType ?? 'ebook'].name}`}
        onRetry={() => void access.refetch()}
      />
    );
  // Films and recordings are played on their own page.
  if (media && media.mediaType !== 'ebook' && media.mediaType !== 'magazine')
    return <Navigate to={paths.media(media.mediaType, id)} replace />;
  const read = toReadMedia(id, media);
  if (access.data) return <OpenReader media={read} />;
  return isMissing ? <NotThere /> : <Locked media={read} />;
}

/** The reader: `/read/{id}`, for owners of a book or magazine and for everyone when it is free. */
export function ReadPage() {
  const { id = '' } = useParams();
  return (
    <>
      <PageHead title="Reading" />
      <Book id={id} key={id} />
    </>
  );
}
