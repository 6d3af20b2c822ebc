/** A set of listeners. A listener that throws does not keep the others from being called. */
export const listeners = <T extends readonly unknown[]>() => {
  const all = new Set<(...args: T) => void>();
  return {
    add: (listener: (...args: T) => void): (() => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    notify: (...args: T): void => {
      for (const listener of [...all])
        try {
          listener(...args);
        } catch {
          // the others must be called all the same
        }
    },
    clear: (): void => all.clear(),
  };
};
