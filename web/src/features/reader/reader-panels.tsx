import { KeysDialog } from '@satrangi/kit';
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import type { Book, Chapter } from './book.ts';
import type { Size } from './page-layout.ts';
import type { PageMark } from './page-mark.ts';
import { isRtl, type ReadMedia } from './read-media.ts';
import { keyList } from './reader-keys.ts';
import type { Thumbnails } from './thumbnails.ts';
import type { Panel } from './top-bar.tsx';
import type { NewMark, ReaderMarks } from './use-marks.ts';

const loadSearch = () => import('./book-search.tsx');
const BookSearch = lazy(async () => ({ default: (await loadSearch()).BookSearch }));
/** Letters that are typed before the panel is there would be shortcuts: it is mounted, closed, once the first pages are loaded (ms). */
const SEARCH_AFTER_MS = 3_000;

const ContentsPanel = lazy(async () => ({ default: (await import('./contents-panel.tsx')).ContentsPanel }));
const SelectionStrip = lazy(async () => ({
  default: (await import('./selection-strip.tsx')).SelectionStrip,
}));
const ReadAloud = lazy(async () => ({ default: (await import('./read-aloud.tsx')).ReadAloud }));
const ThumbnailsPanel = lazy(async () => ({
  default: (await import('./thumbnails-panel.tsx')).ThumbnailsPanel,
}));
const NotesPanel = lazy(async () => ({ default: (await import('./notes-panel.tsx')).NotesPanel }));

const isInPage = (selection: Selection | null): boolean =>
  selection?.isCollapsed === false &&
  selection.anchorNode?.parentElement?.closest('[data-run], [data-paragraph]') != null;

/** Whether words of a page were selected since the book was opened. */
const useHasSelected = (): boolean => {
  const [hasSelected, setHasSelected] = useState(false);
  useEffect(() => {
    if (hasSelected) return;
    const watch = (): void => setHasSelected(isInPage(getSelection()));
    document.addEventListener('selectionchange', watch);
    return () => document.removeEventListener('selectionchange', watch);
  }, [hasSelected]);
  return hasSelected;
};

type Props = {
  book: Book;
  media: ReadMedia;
  panel: Panel | null;
  chapters: readonly Chapter[] | undefined;
  marks: ReaderMarks;
  page: number;
  /** The last page on screen. */
  lastPage: number;
  timeLeft: string | undefined;
  /** The size of the first page. */
  first: Size;
  thumbnails: Thumbnails;
  onPanel: (panel: Panel | null) => void;
  onGo: (page: number) => void;
  /** The matches of the search. */
  onFound: (marks: readonly PageMark[]) => void;
};

/** The search, mounted a while after the pages or with its first opening. */
function MountedSearch(props: ComponentProps<typeof BookSearch>) {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => {
    const load = (): void =>
      void loadSearch().then(
        () => setIsMounted(true),
        () => undefined,
      );
    const timer = setTimeout(load, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (props.isOpen && !isMounted) setIsMounted(true);
  return (
    isMounted && (
      <Suspense fallback={null}>
        <BookSearch {...props} />
      </Suspense>
    )
  );
}

/** The tools for selected words, from the first selection on. */
function SelectionTools({
  isHidden,
  ...props
}: ComponentProps<typeof SelectionStrip> & { isHidden: boolean }) {
  const hasSelected = useHasSelected();
  return (
    hasSelected &&
    !isHidden && (
      <Suspense fallback={null}>
        <SelectionStrip {...props} />
      </Suspense>
    )
  );
}

/** The panel that is open: notes, contents or thumbnails. */
function OpenPanel({
  book,
  media: { language },
  panel,
  chapters,
  marks,
  page,
  lastPage,
  timeLeft,
  first,
  thumbnails,
  draft,
  onPanel,
  onGo,
  onDraft,
  onAloud,
  onClose,
}: Omit<Props, 'onFound'> & {
  /** What a note is asked for. */
  draft: NewMark | null;
  onDraft: (draft: NewMark | null) => void;
  onAloud: () => void;
  onClose: () => void;
}) {
  return (
    <>
      {panel === 'notes' && (
        <Suspense fallback={null}>
          <NotesPanel
            marks={marks}
            language={language}
            page={page}
            draft={draft}
            onDraft={onDraft}
            onGo={onGo}
            onClose={onClose}
          />
        </Suspense>
      )}
      {panel === 'contents' && (
        <Suspense fallback={null}>
          <ContentsPanel
            chapters={chapters}
            language={language}
            bookmarks={marks.all.flatMap(({ quote, page: at }) => (quote ? [] : [at]))}
            page={lastPage}
            timeLeft={timeLeft}
            onGo={onGo}
            onPages={() => onPanel('thumbnails')}
            onNotes={() => onPanel('notes')}
            onAloud={onAloud}
            onClose={onClose}
          />
        </Suspense>
      )}
      {panel === 'thumbnails' && (
        <Suspense fallback={null}>
          <ThumbnailsPanel
            thumbnails={thumbnails}
            pages={book.pages}
            page={page}
            size={first}
            onGo={onGo}
            onClose={onClose}
          />
        </Suspense>
      )}
    </>
  );
}

/** The panels over the pages. The search stays once it was opened, with its strip below the pages. */
export function ReaderPanels(props: Props) {
  const {
    book,
    media: { language },
    panel,
    marks,
    page,
    onPanel,
    onGo,
    onFound,
  } = props;
  const [isAloud, setIsAloud] = useState(false);
  /** What a note is asked for. */
  const [draft, setDraft] = useState<NewMark | null>(null);
  const close = (): void => {
    setDraft(null);
    onPanel(null);
  };
  return (
    <>
      <MountedSearch
        book={book}
        language={language}
        page={page}
        isOpen={panel === 'search'}
        onOpen={() => onPanel('search')}
        onClose={close}
        onGo={onGo}
        onMarks={onFound}
      />
      <SelectionTools
        isHidden={panel !== null}
        book={book}
        language={language}
        onMark={marks.add}
        onNote={(mark) => {
          setDraft(mark);
          onPanel('notes');
        }}
      />
      {isAloud && (
        <Suspense fallback={null}>
          <ReadAloud
            book={book}
            page={page}
            language={language}
            isRtl={isRtl({ language })}
            onGo={onGo}
            onClose={() => setIsAloud(false)}
          />
        </Suspense>
      )}
      <OpenPanel
        {...props}
        draft={draft}
        onDraft={setDraft}
        onAloud={() => {
          setIsAloud(true);
          close();
        }}
        onClose={close}
      />
      <KeysDialog open={panel === 'keys'} onClose={close} lines={keyList} />
    </>
  );
}
