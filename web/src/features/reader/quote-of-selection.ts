import type { Book } from './book.ts';
import { type PageText, readPageText } from './page-text.ts';
import { oneLine } from './search-book.ts';
import { selectedOffsets } from './text-offsets.ts';

/** Selected words of one page, with their place in its text. */
export type SelectedQuote = {
  readonly page: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
};

type Part = { readonly page: number; readonly run: number; readonly from: number; readonly to: number };

/** The selected parts of text layers, in their order. */
const partsOf = (range: Range): Part[] => {
  const root = range.commonAncestorContainer;
  const scope = root instanceof Element ? root : root.parentElement;
  const runs = scope?.matches('[data-run]') ? [scope] : [...(scope?.querySelectorAll('[data-run]') ?? [])];
  return runs.flatMap((element): Part[] => {
    const node = element.firstChild;
    const page = Number(element.closest<HTMLElement>('[data-page]')?.dataset.page);
    if (!(element instanceof HTMLElement) || !node || !page || !range.intersectsNode(node)) return [];
    const from = node === range.startContainer ? range.startOffset : 0;
    const to = node === range.endContainer ? range.endOffset : (node.textContent?.length ?? 0);
    return from < to ? [{ page, run: Number(element.dataset.run), from, to }] : [];
  });
};

const offsetOf = ({ starts }: PageText, run: number, at: number): number => (starts[run] ?? 0) + at;

/** The selected part of the first page, from the runs of its text layer. */
const selectedRuns = async (book: Book, range: Range): Promise<Omit<SelectedQuote, 'text'> | null> => {
  const parts = partsOf(range);
  const page = parts[0]?.page;
  const own = parts.filter((part) => part.page === page);
  const [first, last] = [own[0], own.at(-1)];
  if (!page || !first || !last) return null;
  const text = await readPageText(book, page);
  return { page, start: offsetOf(text, first.run, first.from), end: offsetOf(text, last.run, last.to) };
};

/** The selected words of the first page that the selection touches; null without words. */
export const quoteOfSelection = async (
  book: Book,
  selection: Selection | null,
): Promise<SelectedQuote | null> => {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const place = selectedOffsets(range) ?? (await selectedRuns(book, range));
  if (!place) return null;
  const { text } = await readPageText(book, place.page);
  const words = oneLine(text.slice(place.start, place.end)).trim();
  return words === '' ? null : { ...place, text: words };
};
