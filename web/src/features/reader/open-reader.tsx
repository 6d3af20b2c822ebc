import { Button, buttonLook, ErrorNote, Waiting } from '@satrangi/kit';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../lib/api.ts';
import { kinds } from '../../lib/kinds.ts';
import { Link } from '../../lib/link.tsx';
import { filesPath } from '../../lib/media-files.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { paths } from '../../lib/paths.ts';
import { leaveNow } from '../../lib/quick-exit.ts';
import { type ReadingPosition, reading } from '../../lib/reading-position.ts';
import { flushOnLeave } from '../../lib/save-progress.ts';
import { session, useSession } from '../../lib/session.ts';
import { openProgress, openProgressSaver } from '../../lib/unresolved-progress.ts';
import { type Book, BookError, type BookErrorReason } from './book.ts';
import { Elsewhere } from './elsewhere.tsx';
import type { Size } from './page-layout.ts';
import type { ReadMedia } from './read-media.ts';
import styles from './reader.module.css';

/** Loaded together with the book. */
const Reader = lazy(async () => ({ default: (await import('./reader.tsx')).Reader }));

const pdfUrl = ({ id, mediaType }: ReadMedia, ticket?: string): string =>
  `${filesPath({ _id: id, mediaType })}/pdf${ticket ? `?${new URLSearchParams({ token: ticket })}` : ''}`;

/**
 * Opens the PDF. pdf.js is loaded only here. The session authenticates the request; where neither cookie nor header
 * reach the server, a ticket in the URL does.
 */
const openBook = async (media: ReadMedia): Promise<Book> => {
  const { openPdf } = await import('./pdf-book.ts');
  const token = session.token();
  try {
    return await openPdf(pdfUrl(media), token ? { authorization: `Bearer ${token}` } : {});
  } catch (error) {
    if (!token || !(error instanceof BookError) || error.reason !== 'locked') throw error;
    const { ticket } = await api.library.createTicket({ params: { mediaId: media.id } });
    return openPdf(pdfUrl(media, ticket), {});
  }
};

type Opened = { readonly book: Book; readonly first: Size; readonly start: number };

const watchConnection = (listener: () => void): (() => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Saves the page of an open book. `elsewhere` is the page of another device, when it did not load at first and is further. */
const useSavedPage = (id: string, { pages, start }: { pages: number; start: number }) => {
  const userId = useSession()?.userId;
  const page = useRef(start);
  const [elsewhere, setElsewhere] = useState<number | null>(null);
  const saver = useMemo(
    () =>
      openProgressSaver<ReadingPosition>(id, reading, {
        put: (position) =>
          api.library.putProgress({ params: { mediaId: id }, body: { format: 'text', ...position } }),
        onElsewhere: (position) => setElsewhere(position && Math.min(position.page, pages)),
        reader: userId,
      }),
    [id, pages, userId],
  );
  const position = (): ReadingPosition => ({ page: page.current, pages, at: new Date().toISOString() });
  const save = (to: number): void => {
    page.current = to;
    saver.saveDebounced(position());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position is read when the connection returns
  useEffect(() => {
    const stop = flushOnLeave(saver);
    const handleOnline = () => void saver.resolve(position());
    addEventListener('online', handleOnline);
    return () => {
      removeEventListener('online', handleOnline);
      stop();
    };
  }, [saver]);
  const choose = (to: number): void => {
    saver.settle();
    setElsewhere(null);
    save(to);
  };
  return { save, elsewhere, choose, stay: () => choose(page.current) };
};

function OpenBook({ media, opened: { book, first, start } }: { media: ReadMedia; opened: Opened }) {
  const navigate = useNavigate();
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine);
  const { save, elsewhere, choose, stay } = useSavedPage(media.id, { pages: book.pages, start });
  /** The page at which the reader opens; a new object opens it again. */
  const [from, setFrom] = useState({ page: start, count: 0 });
  const goElsewhere = (page: number): void => {
    choose(page);
    setFrom({ page, count: from.count + 1 });
  };
  return (
    <Suspense fallback={<OpeningBook />}>
      <Reader
        key={from.count}
        book={book}
        first={first}
        media={media}
        start={from.page}
        onTurn={save}
        onClose={() => void navigate(paths.media(media.mediaType, media.id))}
        notice={
          <>
            {elsewhere !== null && (
              <Elsewhere page={elsewhere} onGo={() => goElsewhere(elsewhere)} onStay={stay} />
            )}
            <div role="status">
              {!isOnline && (
                <p className={styles.offline}>You're offline. Pages you've already seen still open.</p>
              )}
            </div>
          </>
        }
      />
    </Suspense>
  );
}

/** The reader has no page header, so it needs its own Exit. */
function ExitControl() {
  return (
    <Button tone="quiet" onClick={leaveNow}>
      Exit
    </Button>
  );
}

/** Shown without access to the book. */
export function Locked({ media: { id, mediaType } }: { media: ReadMedia }) {
  return (
    <div className={styles.face}>
      <PageHeading>Purchase required</PageHeading>
      <p>
        Buy this {kinds[mediaType].inSentence} to read it all.
        {mediaType === 'ebook' && ' Anyone can read the sample.'}
      </p>
      <div className={styles.acts}>
        <Link {...buttonLook({ tone: 'primary' })} to={paths.media(mediaType, id)}>
          Go to its page
        </Link>
        {!session.get() && (
          <Link {...buttonLook()} to={paths.loginThen(paths.read(id))}>
            Log in
          </Link>
        )}
        <ExitControl />
      </div>
    </div>
  );
}

/** Shown instead of a book that does not exist: there is nothing to buy. */
export function NotThere() {
  return (
    <div className={styles.face}>
      <PageHeading>eBook not found</PageHeading>
      <p>
        Sorry, this {kinds.ebook.inSentence} could not be found. It may have been removed or the link is
        incorrect.
      </p>
      <div className={styles.acts}>
        <Link {...buttonLook({ tone: 'primary' })} to={paths.ebooks}>
          All eBooks
        </Link>
        <ExitControl />
      </div>
    </div>
  );
}

/** Shown when a book cannot be opened: the error, a retry, and links out. */
export function OpenError({
  media: { id, mediaType, title },
  reason,
  onRetry,
}: {
  media: ReadMedia;
  reason: string;
  onRetry: () => void;
}) {
  return (
    <div className={styles.face}>
      <PageHeading className="vh">{title}</PageHeading>
      <ErrorNote onRetry={onRetry}>{reason}</ErrorNote>
      <div className={styles.acts}>
        <Link {...buttonLook()} to={paths.media(mediaType, id)}>
          Go to its page
        </Link>
        <ExitControl />
      </div>
    </div>
  );
}

/** Shown while the book opens, with an Exit. */
export function OpeningBook() {
  return (
    <div className={styles.opens}>
      <Waiting>Opening the book…</Waiting>
      <ExitControl />
    </div>
  );
}

/** Opens a book at the stored reading position. */
export function OpenReader({ media }: { media: ReadMedia }) {
  const [opened, setOpened] = useState<Opened>();
  const [reason, setReason] = useState<BookErrorReason>();
  const [tries, setTries] = useState(0);
  const { id } = media;
  const { name } = kinds[media.mediaType];

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry opens the book again
  useEffect(() => {
    let isMounted = true;
    let book: Book | undefined;
    const open = async (): Promise<void> => {
      const [position] = await Promise.all([
        openProgress(id, reading),
        openBook(media).then((openedBook) => {
          book = openedBook;
        }),
      ]);
      if (!book) return;
      const first = await book.sizeOf(1);
      if (isMounted) setOpened({ book, first, start: Math.min(position?.page ?? 1, book.pages) });
      else book.close();
    };
    setReason(undefined);
    open().catch((error: unknown) => {
      if (isMounted) setReason(error instanceof BookError ? error.reason : 'failed');
    });
    return () => {
      isMounted = false;
      book?.close();
      setOpened(undefined);
    };
  }, [id, media.fileId, tries]);

  if (reason === 'locked') return <Locked media={media} />;
  if (reason)
    return (
      <OpenError
        media={media}
        reason={reason === 'missing' ? `${name} not found` : `Failed to load ${name}`}
        onRetry={() => setTries(tries + 1)}
      />
    );
  if (!opened) return <OpeningBook />;
  return <OpenBook media={media} opened={opened} />;
}
