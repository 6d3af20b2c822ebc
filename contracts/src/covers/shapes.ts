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
 * A drawing on a field of 200 × 300 that keeps the upper 115 for the title. `foot` is the colour of the author's name
 * on the calm strip at the bottom; without it the name is under the title. Text is never over art.
 */
export type CoverDrawing = { readonly art: readonly CoverShape[]; readonly foot?: CoverColor | 'title' };

export const path = (d: string, paint: Paint): CoverShape => ({ d, ...paint });
export const ellipse = (cx: number, cy: number, rx: number, ry: number, paint: Paint): CoverShape => ({
  ...{ cx, cy, rx, ry },
  ...paint,
});
export const circle = (cx: number, cy: number, r: number, paint: Paint): CoverShape =>
  ellipse(cx, cy, r, r, paint);

/** 0 to n − 1. */
export const range = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);
