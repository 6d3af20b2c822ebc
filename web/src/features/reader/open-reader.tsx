import { Button, buttonLook, ErrorNote, Waiting } from '@satrangi/kit';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../lib/api.ts';
import { filesOf } from '../../lib/files.ts';
import { flushWhenLeaving, keepPlace, newest, placeKey } from '../../lib/keep-place.ts';
import { kinds } from '../../lib/kinds.ts';
import { Link } from '../../lib/link.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { paths } from '../../lib/paths.ts';
import { leaveNow } from '../../lib/quick-exit.ts';
import { session } from '../../lib/session.ts';
import { kept } from '../../lib/store.ts';
import { type Book, BookError, type BookTrouble } from './book.ts';
import type { Size } from './openings.ts';
import { type Place, readPlace } from './place.ts';
import type { ReadMedia } from './read-media.ts';
import styles from './reader.module.css';

/** Comes with the book. */
const Reader = lazy(async () => ({ default: (await import('./reader.tsx')).Reader }));

const addressOf = ({ id, mediaType }: ReadMedia, ticket?: string): string =>
  `${filesOf({ _id: id, mediaType })}/pdf${ticket ? `?${new URLSearchParams({ token: ticket })}` : ''}`;

/**
 * The code that reads PDFs is fetched only now, when somebody opens a book they may read. The login opens it; where
 * neither cookie nor header get through, a ticket in the address does.
 */
const openBook = async (media: ReadMedia): Promise<Book> => {
  const { openPdf } = await import('./pdf-book.ts');
  const token = session.token();
  try {
    return await openPdf(addressOf(media), token ? { authorization: `Bearer ${token}` } : {});
  } catch (error) {
    if (!token || !(error instanceof BookError) || error.trouble !== 'locked') throw error;
    const { ticket } = await api.library.createTicket({ params: { mediaId: media.id } });
    return openPdf(addressOf(media, ticket), {});
  }
};

/** Where somebody left off: in this browser or on another device, whichever was later. */
const findPlace = async (id: string): Promise<Place | null> => {
  const here = readPlace(kept.read(placeKey(id)));
  if (!session.get()) return here;
  const { progress } = await api.library
    .getProgress({ params: { mediaId: id } })
    .catch(() => ({ progress: null }));
  return newest(here, progress && 'page' in progress ? progress : null);
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

function OpenBook({ media, opened: { book, first, start } }: { media: ReadMedia; opened: Opened }) {
  const navigate = useNavigate();
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine);
  const keeper = useMemo(
    () =>
      keepPlace<Place>({
        write: (place) => kept.write(placeKey(media.id), JSON.stringify(place)),
        say: async (place) => {
          if (!session.get()) return;
          await api.library.putProgress({
            params: { mediaId: media.id },
            body: { format: 'text', ...place },
          });
        },
      }),
    [media.id],
  );
  useEffect(() => flushWhenLeaving(keeper), [keeper]);

  const turned = (page: number): void =>
    keeper.moved({ page, pages: book.pages, at: new Date().toISOString() });
  return (
    <>
      <Suspense fallback={<Opening />}>
        <Reader
          book={book}
          first={first}
          media={media}
          start={start}
          onTurn={turned}
          onClose={() => void navigate(paths.media(media.mediaType, media.id))}
        />
      </Suspense>
      <div className={styles.strip} role="status">
        {!isOnline && <p className={styles.offline}>You're offline. Pages you've already seen still open.</p>}
      </div>
    </>
  );
}

/** The way out that every page has; a page without its head needs its own. */
function Leave() {
  return (
    <Button tone="quiet" onClick={leaveNow}>
      Exit
    </Button>
  );
}

/** A book somebody may not read. */
export function Locked({ media: { id, mediaType } }: { media: ReadMedia }) {
  return (
    <div className={styles.face}>
      <PageHeading>Purchase required</PageHeading>
      <p>
        Buy this {kinds[mediaType].inside} to read it all.
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
        <Leave />
      </div>
    </div>
  );
}

/** A book that does not open just now: what is the matter, another try, and the ways out. */
export function Unopened({
  media: { id, mediaType, title },
  trouble,
  onRetry,
}: {
  media: ReadMedia;
  trouble: string;
  onRetry: () => void;
}) {
  return (
    <div className={styles.face}>
      <PageHeading className="vh">{title}</PageHeading>
      <ErrorNote onRetry={onRetry}>{trouble}</ErrorNote>
      <div className={styles.acts}>
        <Link {...buttonLook()} to={paths.media(mediaType, id)}>
          Go to its page
        </Link>
        <Leave />
      </div>
    </div>
  );
}

/** Until the book is there, and a way out meanwhile. */
export function Opening() {
  return (
    <div className={styles.opens}>
      <Waiting>Opening the book…</Waiting>
      <Leave />
    </div>
  );
}

/** Opens the book of an owner, at the page where they left off. */
export function OpenReader({ media }: { media: ReadMedia }) {
  const [opened, setOpened] = useState<Opened>();
  const [trouble, setTrouble] = useState<BookTrouble>();
  const [tries, setTries] = useState(0);
  const { id } = media;
  const { name } = kinds[media.mediaType];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another opening
  useEffect(() => {
    let isWanted = true;
    let book: Book | undefined;
    const open = async (): Promise<void> => {
      const [place] = await Promise.all([
        findPlace(id),
        openBook(media).then((answer) => {
          book = answer;
        }),
      ]);
      if (!book) return;
      const first = await book.sizeOf(1);
      if (isWanted) setOpened({ book, first, start: Math.min(place?.page ?? 1, book.pages) });
      else book.close();
    };
    setTrouble(undefined);
    open().catch((error: unknown) => {
      if (isWanted) setTrouble(error instanceof BookError ? error.trouble : 'failed');
    });
    return () => {
      isWanted = false;
      book?.close();
      setOpened(undefined);
    };
  }, [id, media.fileId, tries]);

  if (trouble === 'locked') return <Locked media={media} />;
  if (trouble)
    return (
      <Unopened
        media={media}
        trouble={trouble === 'missing' ? `${name} not found` : `Failed to load ${name}`}
        onRetry={() => setTries(tries + 1)}
      />
    );
  if (!opened) return <Opening />;
  return <OpenBook media={media} opened={opened} />;
}
