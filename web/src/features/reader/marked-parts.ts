import type { PageMark } from './page-mark.ts';
import type { Paragraph } from './paragraphs.ts';

/** A part of a paragraph, all of it marked in one way or not at all. */
type Part = { readonly start: number; readonly text: string; readonly kind?: PageMark['kind'] };
/** A mark where it stands in the text of the page. */
export type PlacedMark = Pick<PageMark, 'kind' | 'start' | 'end'>;

/** The parts of a paragraph; where marks overlap, the later one is shown. */
export const markedParts = ({ text, offsets }: Paragraph, marks: readonly PlacedMark[]): Part[] => {
  const kindAt = (letter: number): PageMark['kind'] | undefined => {
    const offset = offsets[letter] ?? 0;
    return marks.findLast(({ start, end }) => start <= offset && offset < end)?.kind;
  };
  const first = offsets[0] ?? 0;
  const last = offsets.at(-1) ?? 0;
  if (!marks.some(({ start, end }) => start <= last && end > first)) return [{ start: 0, text }];
  const parts: Part[] = [];
  for (let letter = 0; letter < text.length; letter += 1) {
    const kind = kindAt(letter);
    const part = parts.at(-1);
    if (part && part.kind === kind) parts[parts.length - 1] = { ...part, text: part.text + text[letter] };
    else parts.push({ start: letter, text: text[letter] ?? '', ...(kind ? { kind } : {}) });
  }
  return parts;
};
