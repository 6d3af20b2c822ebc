/** Where somebody is in a book, and when they were there by their own clock (ISO 8601). */
export type Place = { readonly page: number; readonly pages: number; readonly at: string };

/** The later of two places; either may be missing. */
export const newest = (a: Place | null, b: Place | null): Place | null => {
  if (!a || !b) return a ?? b;
  return a.at >= b.at ? a : b;
};

export const readPlace = (text: string | null): Place | null => {
  try {
    const said: unknown = JSON.parse(text ?? 'null');
    if (typeof said !== 'object' || said === null) return null;
    const { page, pages, at } = said as Partial<Record<keyof Place, unknown>>;
    return typeof page === 'number' && typeof pages === 'number' && typeof at === 'string'
      ? { page, pages, at }
      : null;
  } catch {
    return null;
  }
};

const PAUSE_MS = 2_000;

export type PlaceKeeper = {
  /** The reader turned to this page. */
  readonly turned: (place: Place) => void;
  /** Says it now: the page is going away, or the connection came back. */
  readonly flush: () => void;
  readonly stop: () => void;
};

/**
 * Keeps the place in this browser at once and on the server after a pause. A place that could not be said is said
 * with the next one or when somebody asks; the server lets the newest win.
 */
export const keepPlace = ({
  say,
  write,
  pauseMs = PAUSE_MS,
}: {
  readonly say: (place: Place) => Promise<unknown>;
  readonly write: (place: Place) => void;
  readonly pauseMs?: number;
}): PlaceKeeper => {
  let unsaid: Place | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    const place = unsaid;
    if (!place) return;
    unsaid = null;
    say(place).catch(() => {
      unsaid ??= place;
    });
  };

  return {
    turned: (place) => {
      unsaid = place;
      write(place);
      clearTimeout(timer);
      timer = setTimeout(flush, pauseMs);
    },
    flush,
    stop: flush,
  };
};
