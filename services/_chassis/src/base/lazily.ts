/** Calls `make` on first use and keeps its result. After a failure the next caller tries again. */
export const lazily = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    const current = made ?? make();
    made = current;
    current.catch(() => {
      if (made === current) made = undefined;
    });
    return current;
  };
};
