import { session } from './session.ts';

/** A place somebody reached in an item, and when they were there by their own clock (ISO 8601). */
export type Timed = { readonly at: string };

/** Under what name this browser keeps somebody's place in an item: readers who share it do not see each other's. */
export const placeKey = (id: string): string => `place:${session.get()?.userId ?? 'visitor'}:${id}`;

/** The later of two places; either may be missing. */
export const newest = <T extends Timed>(a: T | null, b: T | null): T | null => {
  if (!a || !b) return a ?? b;
  return a.at >= b.at ? a : b;
};

const REST_MS = 2_000;
const PASSING_MS = 10_000;

export type PlaceKeeper<T extends Timed> = {
  /** Somebody went here: said when nothing moved for 2 s. */
  readonly moved: (place: T) => void;
  /** Somebody comes by here while it plays: said every 10 s. */
  readonly passing: (place: T) => void;
  /** Says it now: the page is going away, or the connection came back. */
  readonly flush: () => void;
};

/**
 * Keeps the place in this browser at once and on the server a moment later. A place that could not be said is said
 * with the next one or when somebody asks; the server lets the newest win.
 */
export const keepPlace = <T extends Timed>({
  say,
  write,
}: {
  readonly say: (place: T) => Promise<unknown>;
  readonly write: (place: T) => void;
}): PlaceKeeper<T> => {
  let unsaid: T | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const place = unsaid;
    if (!place) return;
    unsaid = null;
    say(place).catch(() => {
      unsaid ??= place;
    });
  };
  const note = (place: T): void => {
    unsaid = place;
    write(place);
  };

  return {
    moved: (place) => {
      note(place);
      clearTimeout(timer);
      timer = setTimeout(flush, REST_MS);
    },
    passing: (place) => {
      note(place);
      timer ??= setTimeout(flush, PASSING_MS);
    },
    flush,
  };
};

/** Says what is unsaid when the page goes away or the connection comes back. @returns how to stop, which says it too */
export const flushWhenLeaving = ({ flush }: Pick<PlaceKeeper<Timed>, 'flush'>): (() => void) => {
  const leave = (): void => {
    if (document.visibilityState === 'hidden') flush();
  };
  document.addEventListener('visibilitychange', leave);
  addEventListener('online', flush);
  return () => {
    document.removeEventListener('visibilitychange', leave);
    removeEventListener('online', flush);
    flush();
  };
};
