/** An affine transformation in PDF notation. */
export type Matrix = readonly [number, number, number, number, number, number];
export type Box = readonly [left: number, bottom: number, right: number, top: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
export const EMPTY_BOX: Box = [0, 0, 0, 0];

const numbersOf = (value: unknown): number[] =>
  value !== null && typeof value === 'object' ? Array.from(value as ArrayLike<unknown>, Number) : [];

/** @param value a list of six numbers; anything else returns the identity */
export const matrixOf = (value: unknown): Matrix => {
  const [a, b, c, d, e, f] = numbersOf(value);
  if (f === undefined) return IDENTITY;
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f];
};

/** @param value a list of four numbers; anything else returns an empty box */
export const boxOf = (value: unknown): Box => {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(value);
  return [left, bottom, right, top];
};

export const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[2] * b[1],
  a[1] * b[0] + a[3] * b[1],
  a[0] * b[2] + a[2] * b[3],
  a[1] * b[2] + a[3] * b[3],
  a[0] * b[4] + a[2] * b[5] + a[4],
  a[1] * b[4] + a[3] * b[5] + a[5],
];

export const pointIn = (m: Matrix, x: number, y: number): readonly [number, number] => [
  m[0] * x + m[2] * y + m[4],
  m[1] * x + m[3] * y + m[5],
];

export const boxIn = (m: Matrix, [left, bottom, right, top]: Box): Box => {
  const corners = [
    pointIn(m, left, bottom),
    pointIn(m, right, bottom),
    pointIn(m, right, top),
    pointIn(m, left, top),
  ];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

export const overlap = (a: Box, b: Box): Box => {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return box[0] < box[2] && box[1] < box[3] ? box : EMPTY_BOX;
};

export const areaOf = ([left, bottom, right, top]: Box): number => (right - left) * (top - bottom);

/** True when axis-aligned rectangles stay axis-aligned. */
export const isAxisAligned = (m: Matrix): boolean =>
  (Math.abs(m[1]) < 1e-6 && Math.abs(m[2]) < 1e-6) || (Math.abs(m[0]) < 1e-6 && Math.abs(m[3]) < 1e-6);

/** True for four or five points on the corners of the box. @param path in pdf.js notation: operator, x, y, … */
export const isRectangle = (path: unknown, box: Box): boolean => {
  const numbers = numbersOf(path);
  const points: [number, number][] = [];
  for (let at = 0; at < numbers.length; ) {
    const operator = numbers[at] ?? -1;
    if (operator === 4) at += 1;
    else if (operator === 0 || operator === 1) {
      points.push([numbers[at + 1] ?? 0, numbers[at + 2] ?? 0]);
      at += 3;
    } else return false;
  }
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.01;
  const isOnCorner = ([x, y]: [number, number]): boolean =>
    (near(x, box[0]) || near(x, box[2])) && (near(y, box[1]) || near(y, box[3]));
  return points.length >= 4 && points.length <= 5 && points.every(isOnCorner);
};
