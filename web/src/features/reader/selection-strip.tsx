import { Button, closeIcon, Icon, IconButton, scriptProps } from '@satrangi/kit';
import { useEffect, useState } from 'react';
import type { Book } from './book.ts';
import styles from './notes.module.css';
import { quoteOfSelection, type SelectedQuote } from './quote-of-selection.ts';
import type { NewMark } from './use-marks.ts';

/** As long as the contracts allow (`QUOTE_MAX`): pages do not load their schemas. */
const LONGEST = 1_000;
/** The strip follows a selection when it rests. */
const REST_MS = 150;

/** What can be done with the words that are selected on a page. */
export function SelectionStrip({
  book,
  language,
  onMark,
  onNote,
}: {
  book: Book;
  language: string;
  onMark: (mark: NewMark) => void;
  /** Asks for a note about the words. */
  onNote: (mark: NewMark) => void;
}) {
  const [quote, setQuote] = useState<SelectedQuote | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = (): void => {
      quoteOfSelection(book, getSelection()).then(setQuote, () => setQuote(null));
    };
    const follow = (): void => {
      clearTimeout(timer);
      timer = setTimeout(read, REST_MS);
    };
    read();
    document.addEventListener('selectionchange', follow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', follow);
    };
  }, [book]);

  if (!quote) return null;
  const { page, start, end, text } = quote;
  const mark: NewMark = { page, quote: { start, end, text }, note: '' };
  const done = (act: (mark: NewMark) => void) => (): void => {
    getSelection()?.removeAllRanges();
    setQuote(null);
    act(mark);
  };
  const isLong = text.length > LONGEST;
  return (
    <section className={styles.strip} aria-label="Selected words">
      <p role="status">
        {isLong ? (
          'Select fewer words to highlight them.'
        ) : (
          <>
            <span className="vh">Selected: </span>
            <q {...scriptProps(text, language)}>{text}</q>
          </>
        )}
      </p>
      <Button size="s" disabled={isLong} onClick={done(onMark)}>
        Highlight
      </Button>
      <Button size="s" disabled={isLong} onClick={done(onNote)}>
        Add a note
      </Button>
      <IconButton label="Select nothing" onClick={done(() => undefined)}>
        <Icon shape={closeIcon} />
      </IconButton>
    </section>
  );
}
