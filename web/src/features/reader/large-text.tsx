import { Button, ErrorNote, scriptProps, Waiting } from '@satrangi/kit';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Book } from './book.ts';
import styles from './large-text.module.css';
import { markedParts, type PlacedMark } from './marked-parts.ts';
import type { PageMark } from './page-mark.ts';
import { type PageText, readPageText } from './page-text.ts';
import { type Paragraph, paragraphsOf } from './paragraphs.ts';
import { placeOfMark } from './place-of-mark.ts';
import { keepOffsets } from './text-offsets.ts';

type ReadPage = { readonly page: number; readonly text: PageText; readonly paragraphs: readonly Paragraph[] };

const readPage = async (book: Book, page: number, isRtl: boolean): Promise<ReadPage> => {
  const [text, size] = await Promise.all([readPageText(book, page), book.sizeOf(page)]);
  return { page, text, paragraphs: paragraphsOf(text.runs, size, isRtl) };
};

/** The page once it is read; null when it did not load, undefined until then. */
const useReadPage = (book: Book, page: number, isRtl: boolean) => {
  const [read, setRead] = useState<ReadPage | { page: number; paragraphs: null }>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry reads the page again
  useEffect(() => {
    let isMounted = true;
    readPage(book, page, isRtl).then(
      (found) => isMounted && setRead(found),
      () => isMounted && setRead({ page, paragraphs: null }),
    );
    return () => {
      isMounted = false;
    };
  }, [book, page, isRtl, tries]);
  const shown = read?.page === page ? read : undefined;
  return { shown, retry: () => setTries(tries + 1) };
};

function MarkedParagraph({
  paragraph,
  language,
  marks,
}: {
  paragraph: Paragraph;
  language: string;
  marks: readonly PlacedMark[];
}) {
  const Tag = paragraph.isHeading ? 'h2' : 'p';
  return (
    <Tag ref={keepOffsets(paragraph.offsets)} data-paragraph {...scriptProps(paragraph.text, language)}>
      {markedParts(paragraph, marks).map(({ start, text, kind }) =>
        kind ? (
          <mark key={start} data-kind={kind}>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </Tag>
  );
}

/** The text of a page that fits the screen at any size. It has the page's number, so the place in the book is the same. */
export function LargeText({
  book,
  page,
  language,
  isRtl,
  size,
  marks,
  onPageView,
}: {
  book: Book;
  page: number;
  language: string;
  isRtl: boolean;
  /** Per cent of the usual size. */
  size: number;
  /** Highlights of the page, and matches of a search. */
  marks: readonly PageMark[];
  onPageView: () => void;
}) {
  const { shown, retry } = useReadPage(book, page, isRtl);
  const paragraphs = shown?.paragraphs;
  const placed = useMemo(
    () =>
      shown?.paragraphs
        ? marks.flatMap((mark) => {
            const place = placeOfMark(shown.text, mark);
            return place ? [{ ...place, kind: mark.kind }] : [];
          })
        : [],
    [shown, marks],
  );
  const root = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current match comes into view when marks are drawn
  useEffect(() => {
    root.current?.querySelector('[data-kind="current"]')?.scrollIntoView({ block: 'nearest' });
  }, [placed]);
  return (
    <article
      ref={root}
      data-page={page}
      className={styles.text}
      aria-label={`Text of page ${page}`}
      aria-busy={paragraphs === undefined}
      lang={language}
      style={{ fontSize: `${size}%` }}
    >
      {paragraphs === undefined && <Waiting>One moment…</Waiting>}
      {paragraphs === null && <ErrorNote onRetry={retry}>This page did not load.</ErrorNote>}
      {paragraphs?.length === 0 && (
        <div className={styles.image}>
          <p>This page is an image. You can see it in the page view.</p>
          <Button size="s" onClick={onPageView}>
            Page view
          </Button>
        </div>
      )}
      {paragraphs?.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a page never change their order
        <MarkedParagraph key={index} paragraph={paragraph} language={language} marks={placed} />
      ))}
    </article>
  );
}
