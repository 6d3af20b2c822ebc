import type { LibraryEntry, MediaItem } from '@satrangi/contracts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { Locked, Opening, OpenReader, Unopened } from '../features/reader/open-reader.tsx';
import type { ReadMedia } from '../features/reader/read-media.ts';
import { libraryQueries } from '../lib/catalog-queries.ts';
import { kinds } from '../lib/kinds.ts';
import { mediaQueries } from '../lib/media-queries.ts';
import { PageHead } from '../lib/page-head.tsx';
import { paths } from '../lib/paths.ts';
import { isNotFound } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';

type OwnedMedia = LibraryEntry['media'];

/**
 * What is known of a book or a magazine: from the catalog, or, when the shop has dropped it, from the shelf of those
 * who own it. Undefined while that is asked.
 */
const useReadMedia = (id: string, isIn: boolean): OwnedMedia | MediaItem | null | undefined => {
  const item = useQuery(mediaQueries.any(id));
  const isGone = isNotFound(item.error);
  const entries = useQuery({ ...libraryQueries.entries(), enabled: isIn && isGone });
  if (item.data) return item.data;
  if (item.isPending || (isGone && isIn && entries.isPending)) return undefined;
  return entries.data?.find(({ media }) => media._id === id)?.media ?? null;
};

const readOf = (id: string, known: OwnedMedia | MediaItem | null): ReadMedia => ({
  id,
  mediaType: known?.mediaType === 'magazine' ? 'magazine' : 'ebook',
  title: known?.title ?? 'Your book',
  author: known?.author ?? '',
  language: known?.language ?? 'en',
  fileId: known && 'fileId' in known ? known.fileId : null,
});

function Book({ id }: { id: string }) {
  const session = useSession();
  const access = useQuery(libraryQueries.access(id));
  const media = useReadMedia(id, session !== null);
  if (access.isPending || media === undefined) return <Opening />;
  if (access.isError)
    return (
      <Unopened
        media={readOf(id, media)}
        trouble={`Failed to load ${kinds[media?.mediaType ?? 'ebook'].name}`}
        onRetry={() => void access.refetch()}
      />
    );
  // What is played has no pages; its own page plays it.
  if (media && media.mediaType !== 'ebook' && media.mediaType !== 'magazine')
    return <Navigate to={paths.media(media.mediaType, id)} replace />;
  const read = readOf(id, media);
  return access.data ? <OpenReader media={read} /> : <Locked media={read} />;
}

/** The whole book, for those who own it and for everyone when it is free: `/read/{id}`. Books and magazines. */
export function ReadPage() {
  const { id = '' } = useParams();
  return (
    <>
      <PageHead title="Reading" />
      <Book id={id} key={id} />
    </>
  );
}
