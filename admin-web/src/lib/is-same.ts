/** Whether two values of a form or a record are the same; a missing one is the same as null. */
export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
