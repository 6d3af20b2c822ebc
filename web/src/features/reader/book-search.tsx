import { caretDownIcon, caretUpIcon, closeIcon, Icon, IconButton, listIcon } from '@satrangi/kit';
import { useEffect, useMemo, useRef, useState } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import type { Book } from './book.ts';
import styles from './book-search.module.css';
import type { PageMark } from './page-mark.ts';
import type { Match } from './search-book.ts';
import { SearchPanel } from './search-panel.tsx';
import { useBookSearch } from './use-book-search.ts';

const none: readonly Match[] = [];

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;

/** Marks the matches on the pages while the strip is open. @param shown the match that was jumped to */
const useMatchMarks = (
  matches: readonly Match[],
  shown: Match | undefined,
  onMarks: (marks: readonly PageMark[]) => void,
): void => {
  const marks = useMemo(
    (): readonly PageMark[] =>
      shown ? matches.map((match) => ({ ...match, kind: match === shown ? 'current' : 'match' })) : [],
    [matches, shown],
  );
  useEffect(() => onMarks(marks), [onMarks, marks]);
};

/** Calls `actOn` with each key while the strip is shown. @param actOn returns whether the key did something */
const useStripKeys = (isStrip: boolean, actOn: (key: string) => boolean): void => {
  const latest = useRef(actOn);
  latest.current = actOn;
  useEffect(() => {
    if (!isStrip) return;
    // Before the reader, whose Escape closes the book.
    const handleKey = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event)) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', handleKey, true);
    return () => document.removeEventListener('keydown', handleKey, true);
  }, [isStrip]);
};

/** Steps through the matches. */
function SearchStrip({
  position,
  count,
  page,
  onStep,
  onAll,
  onClose,
}: {
  position: number;
  count: number;
  page: number;
  onStep: (by: 1 | -1) => void;
  onAll: () => void;
  onClose: () => void;
}) {
  return (
    <section className={styles.strip} aria-label="Search in the book">
      <p role="status">
        <span className="num">{`${position} of ${count}`}</span>
        <span className="vh">{`, page ${page}`}</span>
      </p>
      <IconButton label="Previous match" onClick={() => onStep(-1)}>
        <Icon shape={caretUpIcon} />
      </IconButton>
      <IconButton label="Next match" onClick={() => onStep(1)}>
        <Icon shape={caretDownIcon} />
      </IconButton>
      <IconButton label="All matches" aria-haspopup="dialog" onClick={onAll}>
        <Icon shape={listIcon} />
      </IconButton>
      <IconButton label="Close the search" onClick={onClose}>
        <Icon shape={closeIcon} />
      </IconButton>
    </section>
  );
}

/** Search in a book: the panel with all matches and, after a jump, a strip that steps through them. */
export function BookSearch({
  book,
  language,
  page,
  isOpen,
  onOpen,
  onClose,
  onGo,
  onMarks,
}: {
  book: Book;
  language: string;
  page: number;
  /** Whether the panel is shown. */
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** Shows a page and closes the panel. */
  onGo: (page: number) => void;
  /** The matches to mark on the pages. */
  onMarks: (marks: readonly PageMark[]) => void;
}) {
  const search = useBookSearch(book);
  const { keys: singleKeys } = usePreferences();
  const matches = search.progress?.matches ?? none;
  /** The match that was jumped to; undefined: the strip is closed. */
  const [current, setCurrent] = useState<number>();
  const shown = current === undefined ? undefined : matches[current];

  const select = (index: number): void => {
    const match = matches[index];
    if (!match) return;
    setCurrent(index);
    onGo(match.page);
  };
  const step = (by: 1 | -1): void => select(((current ?? 0) + by + matches.length) % matches.length);
  const type = (typed: string): void => {
    setCurrent(undefined);
    search.setTyped(typed);
  };

  useMatchMarks(matches, shown, onMarks);
  const actOn = (key: string): boolean => {
    if (key === 'Escape') setCurrent(undefined);
    else if (singleKeys && key === 'n') step(1);
    else if (singleKeys && key === 'p') step(-1);
    else return false;
    return true;
  };
  useStripKeys(shown !== undefined && !isOpen, actOn);

  if (isOpen)
    return (
      <SearchPanel
        search={search}
        language={language}
        page={page}
        pages={book.pages}
        current={current}
        onType={type}
        onSelect={select}
        onClose={onClose}
      />
    );
  if (!shown || current === undefined) return null;
  return (
    <SearchStrip
      position={current + 1}
      count={matches.length}
      page={shown.page}
      onStep={step}
      onAll={onOpen}
      onClose={() => setCurrent(undefined)}
    />
  );
}
