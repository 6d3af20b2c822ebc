import { Dialog, ErrorNote, Field, scriptProps } from '@satrangi/kit';
import { interfaceLocale } from '@satrangi/kit/language/language';
import { useEffect, useRef } from 'react';
import styles from './book-search.module.css';
import { MATCHES_MAX, type Match, type SearchProgress } from './search-book.ts';
import type { useBookSearch } from './use-book-search.ts';

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString(interfaceLocale())} ${number === 1 ? one : many}`;

/** The outcome in a sentence; undefined while the search goes on. */
export const outcomeOf = (
  { matches, isDone, images, failed }: SearchProgress,
  pages: number,
  typed: string,
): string | undefined => {
  if (!isDone) return undefined;
  if (images === pages) return "The pages of this book are images, so its words can't be searched.";
  if (matches.length >= MATCHES_MAX)
    return `The first ${MATCHES_MAX.toLocaleString(interfaceLocale())} matches. A longer word finds fewer.`;
  const found =
    matches.length === 0 && failed === 0
      ? `“${typed.trim()}” is not in this book.`
      : count(matches.length, 'match', 'matches');
  return images > 0
    ? `${found} ${count(images, 'page is an image', 'pages are images')} without words.`
    : found;
};

function Result({
  match,
  language,
  isCurrent,
  onSelect,
}: {
  match: Match;
  language: string;
  isCurrent: boolean;
  onSelect: () => void;
}) {
  const { before, words, after, page } = match;
  return (
    <button type="button" aria-current={isCurrent ? 'true' : undefined} onClick={onSelect}>
      <bdi {...scriptProps(before + words + after, language)}>
        {before}
        <mark>{words}</mark>
        {after}
      </bdi>
      <span className="num">
        <span className="vh">Page </span>
        {page}
      </span>
    </button>
  );
}

function Searching({ found, page, pages }: { found: number; page: number; pages: number }) {
  return (
    <p className={styles.outcome}>
      {found > 0 && `${count(found, 'match', 'matches')} so far. `}
      {`Searching page ${page} of ${pages}…`}
    </p>
  );
}

function Results({
  matches,
  language,
  current,
  onSelect,
}: {
  matches: readonly Match[];
  language: string;
  current: number | undefined;
  onSelect: (index: number) => void;
}) {
  return (
    <ol className={styles.results} aria-label="Matches">
      {matches.map((match, index) => (
        <li key={`${match.page} ${match.start}`}>
          <Result
            match={match}
            language={language}
            isCurrent={index === current}
            onSelect={() => onSelect(index)}
          />
        </li>
      ))}
    </ol>
  );
}

/** The words to look for and all matches so far. */
export function SearchPanel({
  search: { typed, progress, isLongEnough, again },
  language,
  page,
  pages,
  current,
  onType,
  onSelect,
  onClose,
}: {
  search: ReturnType<typeof useBookSearch>;
  language: string;
  page: number;
  pages: number;
  /** The match that was jumped to. */
  current: number | undefined;
  onType: (typed: string) => void;
  onSelect: (index: number) => void;
  onClose: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  // The dialog focuses its title first.
  useEffect(() => {
    const input = form.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, []);
  const matches = progress?.matches ?? [];
  const outcome = progress && outcomeOf(progress, pages, typed);

  /** Enter jumps to the first match from this page on. */
  const jump = (): void => {
    const ahead = matches.findIndex((match) => match.page >= page);
    onSelect(Math.max(0, ahead));
  };
  return (
    <Dialog open onClose={onClose} title="Search in the book" shape="side">
      <form
        ref={form}
        className={styles.field}
        onSubmit={(event) => {
          event.preventDefault();
          jump();
        }}
      >
        <Field
          label="Words to find"
          type="search"
          dir="auto"
          lang={language}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={100}
          value={typed}
          hint="What you look for stays on this device."
          onChange={({ target }) => onType(target.value)}
        />
      </form>
      <p role="status" className={styles.outcome}>
        {outcome}
      </p>
      {isLongEnough && !outcome && (
        <Searching
          found={matches.length}
          page={Math.min(pages, (progress?.searched ?? 0) + 1)}
          pages={pages}
        />
      )}
      {progress?.isDone && progress.failed > 0 && (
        <ErrorNote onRetry={again}>
          {`${count(progress.failed, 'page', 'pages')} did not load, so we couldn't search there.`}
        </ErrorNote>
      )}
      <Results matches={matches} language={language} current={current} onSelect={onSelect} />
    </Dialog>
  );
}
