import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PageMark } from './page-mark.ts';
import styles from './page-marks.module.css';
import type { PageText } from './page-text.ts';
import { placeOfMark } from './place-of-mark.ts';

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
type Marked = { readonly mark: PageMark; readonly boxes: readonly Box[] };

/** The boundary in the text layer at an offset of the page's text. */
const boundaryAt = (layer: HTMLElement, { starts, runs }: PageText, offset: number, isEnd: boolean) => {
  const run = starts.findLastIndex((start) => (isEnd ? start < offset : start <= offset));
  const node = layer.querySelector(`[data-run="${run}"]`)?.firstChild;
  const length = runs[run]?.text.length ?? 0;
  return node
    ? { node, at: Math.min(offset - (starts[run] ?? 0), length, node.textContent?.length ?? 0) }
    : null;
};

/** One box for each line. */
const joinBoxes = (boxes: readonly Box[]): Box[] => {
  const lines: Box[] = [];
  for (const box of boxes) {
    const line = lines.at(-1);
    const middle = box.top + box.height / 2;
    if (!line || middle < line.top || middle > line.top + line.height) {
      lines.push(box);
      continue;
    }
    const left = Math.min(line.left, box.left);
    const top = Math.min(line.top, box.top);
    lines[lines.length - 1] = {
      left,
      top,
      width: Math.max(line.left + line.width, box.left + box.width) - left,
      height: Math.max(line.top + line.height, box.top + box.height) - top,
    };
  }
  return lines;
};

/** Where a mark is, in per cent of the layer. */
const boxesOf = (layer: HTMLElement, text: PageText, mark: PageMark): Box[] => {
  const place = placeOfMark(text, mark);
  if (!place) return [];
  const { start, end } = place;
  const [from, to] = [boundaryAt(layer, text, start, false), boundaryAt(layer, text, end, true)];
  if (!from || !to) return [];
  const range = document.createRange();
  range.setStart(from.node, from.at);
  range.setEnd(to.node, to.at);
  const around = layer.getBoundingClientRect();
  const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  return joinBoxes(
    boxes.map(({ left, top, width, height }) => ({
      left: ((left - around.left) / around.width) * 100,
      top: ((top - around.top) / around.height) * 100,
      width: (width / around.width) * 100,
      height: (height / around.height) * 100,
    })),
  );
};

/** Draws marks over a page. @param layer its text layer, with the runs of `text` */
export function PageMarks({
  layer,
  text,
  marks,
}: {
  layer: RefObject<HTMLElement | null>;
  text: PageText;
  marks: readonly PageMark[];
}) {
  const [marked, setMarked] = useState<readonly Marked[]>([]);
  useLayoutEffect(() => {
    const element = layer.current;
    if (element) setMarked(marks.map((mark) => ({ mark, boxes: boxesOf(element, text, mark) })));
  }, [layer, text, marks]);
  const root = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current match comes into view when marks are drawn
  useEffect(() => {
    root.current
      ?.querySelector('[data-kind="current"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [marked]);
  return (
    <div ref={root} className={styles.marks} aria-hidden="true">
      {marked.flatMap(({ mark, boxes }) =>
        boxes.map(({ left, top, width, height }) => (
          <span
            key={`${mark.kind} ${mark.start} ${left} ${top}`}
            data-kind={mark.kind}
            style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
          />
        )),
      )}
    </div>
  );
}
