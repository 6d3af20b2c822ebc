import { ErrorNote } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { Locked, OpenReader } from '../features/reader/open-reader.tsx';
import type { ReadMedia } from '../features/reader/read-media.ts';
import { catalogQueries, libraryQueries } from '../lib/catalog-queries.ts';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { isNotFound } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';

/**
 * What is known of a book: from the catalog, or, when the shop has dropped it, from the shelf of those who own it.
 * Undefined while that is asked.
 */
const useReadMedia = (id: string, isIn: boolean): ReadMedia | null | undefined => {
  const ebook = useQuery(catalogQueries.ebook(id));
  const isGone = isNotFound(ebook.error);
  const entries = useQuery({ ...libraryQueries.entries(), enabled: isIn && isGone });
  if (ebook.data) {
    const { title, author, language, fileId } = ebook.data;
    return { id, title, author, language, fileId };
  }
  if (ebook.isPending || (isGone && isIn && entries.isPending)) return undefined;
  const own = entries.data?.find(({ media }) => media._id === id)?.media;
  return own ? { id, title: own.title, author: own.author, language: own.language, fileId: null } : null;
};

function Book({ id }: { id: string }) {
  const session = useSession();
  const access = useQuery(libraryQueries.access(id));
  const media = useReadMedia(id, session !== null);
  if (access.isPending || media === undefined) return <p className="vh">Opening the book…</p>;
  if (access.isError)
    return (
      <div className="wrap">
        <PageHeading className="vh">Your book</PageHeading>
        <ErrorNote onRetry={access.refetch}>Failed to load eBook</ErrorNote>
      </div>
    );
  if (!access.data) return <Locked id={id} />;
  return <OpenReader media={media ?? { id, title: 'Your book', author: '', language: 'en', fileId: null }} />;
}

/** The whole book, for those who own it and for everyone when it is free: `/read/{id}`. */
export function ReadPage() {
  const { id = '' } = useParams();
  return (
    <>
      <PageHead title="Reading" />
      <Book id={id} key={id} />
    </>
  );
}
