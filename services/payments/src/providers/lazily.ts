/** Made when first needed and then kept. What could not be made is tried again by the next who needs it. */
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
