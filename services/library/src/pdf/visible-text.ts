import type { OPS as Operators, PDFPageProxy } from 'pdfjs-dist';
import { createGraphicsState, type GraphicsState, type Group } from './graphics-state.ts';
import {
  areaOf,
  boxIn,
  IDENTITY,
  type Matrix,
  matrixOf,
  multiply,
  overlap,
  pointIn,
} from './page-geometry.ts';

/** Glyphs may cross the edge by this many points: hanging punctuation and tight boxes. */
const TOLERANCE = 2;
/** The tested point of a glyph: about half the x-height, as a fraction of the font size. */
const MIDDLE = 0.25;
/** An image with less than this fraction visible counts as hidden; with more it has bleed. */
const MIN_VISIBLE_IMAGE = 0.7;
const INVISIBLE_MODES = new Set([3, 7]);
const FAINT = 0.05;

type Glyph = {
  readonly unicode?: string;
  readonly width: number;
  readonly isSpace?: boolean;
  readonly vmetric?: readonly number[];
};
type Font = { readonly fontMatrix?: readonly number[]; readonly vertical?: boolean };

export type Visibility = { readonly hidesText: boolean; readonly hidesImage: boolean };
type Found = { -readonly [P in keyof Visibility]: Visibility[P] };

/** The position of text on a page. Each glyph moves it; one that is not visible sets `found.hidesText`. */
const createText = (page: PDFPageProxy, graphics: GraphicsState, found: Found) => {
  let text: Matrix = IDENTITY;
  let [x, y, lineX, lineY] = [0, 0, 0, 0];

  const move = (dx: number, dy: number): void => {
    lineX += dx;
    lineY += dy;
    [x, y] = [lineX, lineY];
  };
  const setMatrix = (matrix: Matrix): void => {
    text = matrix;
    [x, y, lineX, lineY] = [0, 0, 0, 0];
  };

  const showGlyph = (glyph: Glyph, advance: number, vertical: boolean): void => {
    if (glyph.isSpace || !(glyph.unicode ?? '?').trim()) return;
    const state = graphics.current();
    const half = vertical ? 0 : advance / 2;
    const up = vertical ? advance / 2 : state.size * MIDDLE;
    const [px, py] = pointIn(multiply(state.matrix, text), x + half, y + state.rise + up);
    const [left, bottom, right, top] = state.clip;
    const isInside =
      px >= left - TOLERANCE && px <= right + TOLERANCE && py >= bottom - TOLERANCE && py <= top + TOLERANCE;
    const isShown = isInside && areaOf(state.clip) > 0 && state.isExact && !graphics.isMasked();
    if (!isShown || INVISIBLE_MODES.has(state.mode) || state.alpha < FAINT) found.hidesText = true;
  };

  const fontOf = (name: string): Font =>
    name && page.commonObjs.has(name) ? (page.commonObjs.get(name) as Font) : {};

  const show = (glyphs: readonly (Glyph | number | null)[]): void => {
    const state = graphics.current();
    const { fontMatrix, vertical = false } = fontOf(state.font);
    const unit = fontMatrix?.[0] ?? 0.001;
    for (const glyph of glyphs) {
      if (glyph === null) continue;
      if (typeof glyph === 'number') {
        const shift = (-glyph * state.size) / 1_000;
        if (vertical) y += shift;
        else x += shift * state.scale;
        continue;
      }
      const spacing = state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0);
      if (vertical) {
        const advance = -(glyph.vmetric?.[0] ?? -glyph.width) * state.size * unit - spacing;
        showGlyph(glyph, advance, true);
        y += advance;
      } else {
        const advance = (glyph.width * state.size * unit + spacing) * state.scale;
        showGlyph(glyph, advance, false);
        x += advance;
      }
    }
  };

  return { move, setMatrix, show };
};

type Run = (operands: readonly unknown[]) => void;

/**
 * Interprets the operators of a page to find hidden text and images: outside of the visible area, clipped or transparent.
 * @param operators the operator codes of pdf.js
 */
export const visibilityOf = async (page: PDFPageProxy, operators: typeof Operators): Promise<Visibility> => {
  const { fnArray, argsArray } = await page.getOperatorList();
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view;
  const graphics = createGraphicsState([x0, y0, x1, y1]);
  const found: Found = { hidesText: false, hidesImage: false };
  const text = createText(page, graphics, found);

  const paintImage = (): void => {
    const { matrix, clip } = graphics.current();
    const box = boxIn(matrix, [0, 0, 1, 1]);
    if (areaOf(overlap(box, clip)) < areaOf(box) * MIN_VISIBLE_IMAGE) found.hidesImage = true;
  };

  const run: Partial<Record<number, Run>> = {
    [operators.save]: graphics.push,
    [operators.restore]: graphics.pop,
    [operators.transform]: (operands) => graphics.transform(operands),
    [operators.clip]: graphics.beginClip,
    [operators.eoClip]: graphics.beginClip,
    [operators.constructPath]: ([, data, bounds]) => graphics.path(data, bounds),
    [operators.setGState]: ([entries]) => graphics.setEntries(entries),
    [operators.beginText]: () => text.setMatrix(IDENTITY),
    [operators.setTextMatrix]: ([matrix]) => text.setMatrix(matrixOf(matrix)),
    [operators.moveText]: ([dx, dy]) => text.move(Number(dx), Number(dy)),
    [operators.setLeadingMoveText]: ([dx, dy]) => {
      graphics.set({ leading: Number(dy) });
      text.move(Number(dx), Number(dy));
    },
    [operators.nextLine]: () => text.move(0, graphics.current().leading),
    [operators.setLeading]: ([leading]) => graphics.set({ leading: -Number(leading) }),
    [operators.setFont]: ([font, size]) => graphics.set({ font: String(font), size: Number(size) }),
    [operators.setCharSpacing]: ([spacing]) => graphics.set({ charSpacing: Number(spacing) }),
    [operators.setWordSpacing]: ([spacing]) => graphics.set({ wordSpacing: Number(spacing) }),
    [operators.setHScale]: ([percent]) => graphics.set({ scale: Number(percent) / 100 }),
    [operators.setTextRise]: ([rise]) => graphics.set({ rise: Number(rise) }),
    [operators.setTextRenderingMode]: ([mode]) => graphics.set({ mode: Number(mode) }),
    [operators.showText]: ([glyphs]) => text.show(glyphs as readonly (Glyph | number | null)[]),
    [operators.paintFormXObjectBegin]: ([matrix, bounds]) => graphics.beginForm(matrix, bounds),
    [operators.paintFormXObjectEnd]: graphics.pop,
    [operators.beginGroup]: ([group]) => graphics.beginGroup(group as Group),
    [operators.endGroup]: ([group]) => graphics.endGroup(group as Group),
    [operators.paintImageXObject]: paintImage,
    [operators.paintImageMaskXObject]: paintImage,
    [operators.paintInlineImageXObject]: paintImage,
  };
  for (const [index, operator] of fnArray.entries()) run[operator]?.(argsArray[index] ?? []);
  return found;
};
