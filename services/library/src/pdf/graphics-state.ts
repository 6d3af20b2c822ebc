import {
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

/** A transparency group; with `smask` it is drawn as a mask. */
export type Group = { readonly smask?: unknown; readonly matrix?: unknown; readonly bbox?: unknown };

export type GraphicsState = ReturnType<typeof createGraphicsState>;

/** The graphics state of a page while its operators run: transformation, clip and text settings, and saved states. */
export const createGraphicsState = (view: Box) => {
  let state: State = {
    ...{ matrix: IDENTITY, clip: view, isExact: true, isMasked: false, alpha: 1, mode: 0 },
    ...{ font: '', size: 0, charSpacing: 0, wordSpacing: 0, scale: 1, leading: 0, rise: 0 },
  };
  const saved: State[] = [];
  let isClipping = false;
  let maskDepth = 0;

  const set = (changes: Partial<State>): void => {
    state = { ...state, ...changes };
  };
  const clipTo = (box: Box, matrix: Matrix, isExact: boolean): void =>
    set({
      clip: overlap(state.clip, boxIn(matrix, box)),
      isExact: state.isExact && isExact && isAxisAligned(matrix),
    });

  const transform = (matrix: unknown): void => set({ matrix: multiply(state.matrix, matrixOf(matrix)) });

  const setEntries = (entries: unknown): void => {
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
    transform(matrix);
    if (bounds) clipTo(boxOf(bounds), state.matrix, true);
  };

  return {
    current: (): State => state,
    /** True within a mask, or while one applies. */
    isMasked: (): boolean => state.isMasked || maskDepth > 0,
    set,
    setEntries,
    push,
    pop,
    transform,
    beginClip,
    path,
    beginGroup,
    endGroup,
    beginForm,
  };
};
