/** True for a duplicate-key error of the store (code 11000), from the driver, mongoose or a batched write. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 11_000;

/** Awaits a write. @returns false when a document with its key exists already @throws its other errors */
export const isWritten = async (write: PromiseLike<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
};
