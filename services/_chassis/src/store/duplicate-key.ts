/** True for a duplicate-key error of the store (code 11000), from the driver, mongoose or a batched write. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 11_000;
