import type { OPS as Operators, PDFPageProxy } from 'pdfjs-dist';
import {
  areaOf,
  type Box,
  boxIn,
  boxOf,
  EMPTY_BOX,
  IDENTITY,
  isAxisAligned,
  isRectangle,
  type Matrix,
  matrixOf,
  multiply,
  overlap,
  pointIn,
} from './page-geometry.ts';

type State = {
  readonly matrix: Matrix;
  readonly clip: Box;
  /** The clip is an axis-aligned rectangle, so the box describes it exactly. */
  readonly isExact: boolean;
  readonly isMasked: boolean;
  readonly alpha: number;
  readonly mode: number;
  readonly font: string;
  readonly size: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  readonly scale: number;
  readonly leading: number;
  readonly rise: number;
};

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
/** A transparency group; with `smask` it is drawn as a mask. */
type Group = { readonly smask?: unknown; readonly matrix?: unknown; readonly bbox?: unknown };
type Font = { readonly fontMatrix?: readonly number[]; readonly vertical?: boolean };

export type Visibility = { readonly hidesText: boolean; readonly hidesImage: boolean };

/**
 * Interprets the operators of a page to find hidden text and images: outside of the visible area, clipped or transparent.
 * @param operators the operator codes of pdf.js
 */
export const visibilityOf = async (page: PDFPageProxy, operators: typeof Operators): Promise<Visibility> => {
  const { fnArray, argsArray } = await page.getOperatorList();
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view;
  let state: State = {
    ...{ matrix: IDENTITY, clip: [x0, y0, x1, y1], isExact: true, isMasked: false, alpha: 1, mode: 0 },
    ...{ font: '', size: 0, charSpacing: 0, wordSpacing: 0, scale: 1, leading: 0, rise: 0 },
  };
  const saved: State[] = [];
  let text: Matrix = IDENTITY;
  let [x, y, lineX, lineY] = [0, 0, 0, 0];
  let isClipping = false;
  let maskDepth = 0;
  const found = { hidesText: false, hidesImage: false };

  const set = (changes: Partial<State>): void => {
    state = { ...state, ...changes };
  };
  const move = (dx: number, dy: number): void => {
    lineX += dx;
    lineY += dy;
    [x, y] = [lineX, lineY];
  };
  const clipTo = (box: Box, matrix: Matrix, isExact: boolean): void =>
    set({
      clip: overlap(state.clip, boxIn(matrix, box)),
      isExact: state.isExact && isExact && isAxisAligned(matrix),
    });

  const showGlyph = (glyph: Glyph, advance: number, vertical: boolean): void => {
    if (glyph.isSpace || !(glyph.unicode ?? '?').trim()) return;
    const half = vertical ? 0 : advance / 2;
    const up = vertical ? advance / 2 : state.size * MIDDLE;
    const [px, py] = pointIn(multiply(state.matrix, text), x + half, y + state.rise + up);
    const [left, bottom, right, top] = state.clip;
    const isInside =
      px >= left - TOLERANCE && px <= right + TOLERANCE && py >= bottom - TOLERANCE && py <= top + TOLERANCE;
    const isShown = isInside && areaOf(state.clip) > 0 && state.isExact && !state.isMasked && maskDepth === 0;
    if (!isShown || INVISIBLE_MODES.has(state.mode) || state.alpha < FAINT) found.hidesText = true;
  };

  const fontOf = (name: string): Font =>
    name && page.commonObjs.has(name) ? (page.commonObjs.get(name) as Font) : {};

  const show = (glyphs: readonly (Glyph | number | null)[]): void => {
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

  const image = (): void => {
    const box = boxIn(state.matrix, [0, 0, 1, 1]);
    if (areaOf(overlap(box, state.clip)) < areaOf(box) * MIN_VISIBLE_IMAGE) found.hidesImage = true;
  };

  const graphicsState = (entries: unknown): void => {
    for (const [key, value] of entries as readonly (readonly [string, unknown])[]) {
      if (key === 'SMask') set({ isMasked: Boolean(value) });
      if (key === 'ca') set({ alpha: Number(value) });
      if (key === 'Font' && Array.isArray(value)) set({ font: String(value[0]), size: Number(value[1]) });
    }
  };

  const push = (): void => {
    saved.push(state);
  };
  const pop = (): void => {
    state = saved.pop() ?? state;
  };
  const beginClip = (): void => {
    isClipping = true;
  };
  const path = (data: unknown, bounds: unknown): void => {
    if (!isClipping) return;
    isClipping = false;
    const box = bounds ? boxOf(bounds) : EMPTY_BOX;
    clipTo(box, state.matrix, isRectangle(Array.isArray(data) ? data[0] : null, box));
  };
  const setText = (matrix: Matrix): void => {
    text = matrix;
    [x, y, lineX, lineY] = [0, 0, 0, 0];
  };
  const beginGroup = (group: Group): void => {
    push();
    if (group.smask) maskDepth += 1;
    const matrix = group.matrix ? multiply(state.matrix, matrixOf(group.matrix)) : state.matrix;
    if (group.bbox) clipTo(boxOf(group.bbox), matrix, true);
  };
  const endGroup = (group: Group): void => {
    if (group.smask) maskDepth -= 1;
    pop();
  };
  const beginForm = (matrix: unknown, bounds: unknown): void => {
    push();
    set({ matrix: multiply(state.matrix, matrixOf(matrix)) });
    if (bounds) clipTo(boxOf(bounds), state.matrix, true);
  };

  const run: Partial<Record<number, (operands: readonly unknown[]) => void>> = {
    [operators.save]: push,
    [operators.restore]: pop,
    [operators.transform]: (operands) => set({ matrix: multiply(state.matrix, matrixOf(operands)) }),
    [operators.clip]: beginClip,
    [operators.eoClip]: beginClip,
    [operators.constructPath]: ([, data, bounds]) => path(data, bounds),
    [operators.setGState]: ([entries]) => graphicsState(entries),
    [operators.beginText]: () => setText(IDENTITY),
    [operators.setTextMatrix]: ([matrix]) => setText(matrixOf(matrix)),
    [operators.moveText]: ([dx, dy]) => move(Number(dx), Number(dy)),
    [operators.setLeadingMoveText]: ([dx, dy]) => {
      set({ leading: Number(dy) });
      move(Number(dx), Number(dy));
    },
    [operators.nextLine]: () => move(0, state.leading),
    [operators.setLeading]: ([leading]) => set({ leading: -Number(leading) }),
    [operators.setFont]: ([font, size]) => set({ font: String(font), size: Number(size) }),
    [operators.setCharSpacing]: ([spacing]) => set({ charSpacing: Number(spacing) }),
    [operators.setWordSpacing]: ([spacing]) => set({ wordSpacing: Number(spacing) }),
    [operators.setHScale]: ([percent]) => set({ scale: Number(percent) / 100 }),
    [operators.setTextRise]: ([rise]) => set({ rise: Number(rise) }),
    [operators.setTextRenderingMode]: ([mode]) => set({ mode: Number(mode) }),
    [operators.showText]: ([glyphs]) => show(glyphs as readonly (Glyph | number | null)[]),
    [operators.paintFormXObjectBegin]: ([matrix, bounds]) => beginForm(matrix, bounds),
    [operators.paintFormXObjectEnd]: pop,
    [operators.beginGroup]: ([group]) => beginGroup(group as Group),
    [operators.endGroup]: ([group]) => endGroup(group as Group),
    [operators.paintImageXObject]: image,
    [operators.paintImageMaskXObject]: image,
    [operators.paintInlineImageXObject]: image,
  };
  for (const [index, operator] of fnArray.entries()) run[operator]?.(argsArray[index] ?? []);
  return found;
};
