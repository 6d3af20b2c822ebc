import type { CoverColor, Tone } from './tones.ts';

/** Colours of a motif. `seed` varies details, so that two covers of one motif differ. */
export type Inks = { readonly g: Tone; readonly f: Tone; readonly a: Tone; readonly seed: number };

/** Steps of a transform, in the order of SVG. A rotation is in degrees, about a point. */
export type TransformStep =
  | readonly [name: 'translate', x: number, y: number]
  | readonly [name: 'scale', x: number, y: number]
  | readonly [name: 'rotate', degrees: number, x: number, y: number];

/** How a shape is painted, with the names and meanings of SVG. A shape without `fill` is not filled. */
export type Paint = {
  readonly fill?: CoverColor;
  readonly stroke?: CoverColor;
  readonly strokeWidth?: number;
  readonly strokeDasharray?: readonly number[];
  readonly hasRoundCaps?: boolean;
  readonly opacity?: number;
  /** Multiplies its colour with what is below it. */
  readonly isMultiplied?: boolean;
  readonly transform?: readonly TransformStep[];
};

type Path = { readonly d: string };
type Ellipse = { readonly cx: number; readonly cy: number; readonly rx: number; readonly ry: number };

/** A shape on a field of 200 × 300. */
export type CoverShape = Paint & (Path | Ellipse);

/**
 * A drawing on a field of 200 × 300 that keeps the upper 115 for the title. Grounds, skies and rows continue to both
 * sides, from −90 to 290, so that it also fills a wide picture. `foot` is the colour of the author's name
 * on the calm strip at the bottom; without it the name is under the title. Text is never over art.
 */
export type CoverDrawing = {
  readonly art: readonly CoverShape[];
  readonly foot?: CoverColor | 'title';
  /** The drawing leaves most of its ground free: a pattern can be behind it. */
  readonly isOpen?: true;
};

export const path = (d: string, paint: Paint): CoverShape => ({ d, ...paint });
export const ellipse = (cx: number, cy: number, rx: number, ry: number, paint: Paint): CoverShape => ({
  ...{ cx, cy, rx, ry },
  ...paint,
});
export const circle = (cx: number, cy: number, r: number, paint: Paint): CoverShape =>
  ellipse(cx, cy, r, r, paint);

/** 0 to n − 1. */
export const range = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);

/** A line, by default with round ends. */
export const line = (d: string, stroke: CoverColor, strokeWidth: number, paint: Paint = {}): CoverShape =>
  path(d, { stroke, strokeWidth, hasRoundCaps: true, ...paint });
export const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: CoverColor,
  r = 0,
): CoverShape =>
  path(
    r === 0
      ? `M${x} ${y}h${width}v${height}h-${width}z`
      : `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1-${r} ${r}h-${width - 2 * r}a${r} ${r} 0 0 1-${r}-${r}v-${height - 2 * r}a${r} ${r} 0 0 1 ${r}-${r}z`,
    { fill },
  );
/** The ground from a height down, over the width of the widest picture. */
export const floor = (y: number, fill: CoverColor): CoverShape => box(-90, y, 380, 300 - y, fill);

/** A person standing on `bottom`. */
export const person = (x: number, bottom: number, tall: number, fill: CoverColor): CoverShape =>
  path(
    `M${x - 14} ${bottom}q0-${tall * 0.62} 14-${tall * 0.62}t14 ${tall * 0.62}zM${x} ${bottom - tall}a7.5 7.5 0 1 1-.1 15 7.5 7.5 0 0 1 .1-15z`,
    { fill },
  );
/** Shapes turned together about a point. */
export const turned = (shapes: readonly CoverShape[], degrees: number, x: number, y: number): CoverShape[] =>
  shapes.map((shape) => ({ ...shape, transform: [['rotate', degrees, x, y], ...(shape.transform ?? [])] }));
