import { LIVE_SEVERAL, type LiveMessage } from '@satrangi/contracts';

type Window = { readonly ids: Set<string>; readonly timer: NodeJS.Timeout };

export type Coalescer = {
  /** True when the message waits for the end of its window; the first after an idle time does not. */
  readonly holds: (message: LiveMessage) => boolean;
  readonly isHolding: () => boolean;
  /** Drops what is held. */
  readonly clear: () => void;
};

/**
 * Coalesces live messages: the first of a type leaves at once and opens a window; those of the same type in it are released
 * as one message at its end, which opens the next window.
 */
export const createCoalescer = (windowMs: number, release: (message: LiveMessage) => void): Coalescer => {
  const windows = new Map<string, Window>();

  const openWindow = (type: string): void => {
    const timer = setTimeout(() => closeWindow(type), windowMs);
    timer.unref();
    windows.set(type, { ids: new Set(), timer });
  };
  const closeWindow = (type: string): void => {
    const [first, ...others] = windows.get(type)?.ids ?? [];
    windows.delete(type);
    if (first === undefined) return;
    openWindow(type);
    release({ type, id: others.length === 0 ? first : LIVE_SEVERAL });
  };

  return {
    holds: ({ type, id }) => {
      const window = windows.get(type);
      if (window) window.ids.add(id);
      else openWindow(type);
      return window !== undefined;
    },
    isHolding: () => [...windows.values()].some(({ ids }) => ids.size > 0),
    clear: () => {
      for (const { timer } of windows.values()) clearTimeout(timer);
      windows.clear();
    },
  };
};
