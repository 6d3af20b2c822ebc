import { session } from '@satrangi/kit/browser/session';

/**
 * Where drafts are kept: `browser` for 7 days, `tab` as long as the browser tab, for what is about a person
 * (decision 0093).
 */
export type DraftPlace = 'browser' | 'tab';

/** What was typed and not saved. */
export type Draft<V> = {
  readonly at: number;
  readonly values: V;
  /** The revision it was typed on. */
  readonly revision: string;
};

type Stored<V> = { readonly by: string | null; readonly drafts: readonly Draft<V>[] };

const PREFIX = 'admin-draft:';
export const DRAFT_DAYS = 7;
const KEPT_MS = DRAFT_DAYS * 24 * 3_600_000;
/** Drafts of one form: the present one, and those that are still on offer. */
const MAX = 3;

export const draftKey = (tab: string, id: string): string => `${PREFIX}${tab}:${id}`;

const placeOf = (place: DraftPlace): Storage => (place === 'tab' ? sessionStorage : localStorage);

/** Storage that may be unavailable or full: then drafts last as long as the page. */
const read = (key: string, place: DraftPlace): string | null => {
  try {
    return placeOf(place).getItem(key);
  } catch {
    return null;
  }
};
const write = (key: string, value: string | null, place: DraftPlace): void => {
  try {
    if (value === null) placeOf(place).removeItem(key);
    else placeOf(place).setItem(key, value);
  } catch {
    // what is typed is on the screen
  }
};

const parsed = <V>(text: string | null): Stored<V> | null => {
  try {
    const value: Stored<V> | null = text === null ? null : JSON.parse(text);
    return Array.isArray(value?.drafts) ? value : null;
  } catch {
    return null;
  }
};

/** The admin whose drafts a form reads and writes: of the login at its start, also after that login has ended. */
export const draftOwner = (): string | null => session.get()?.userId ?? null;

/** The drafts of this admin, newest first. */
export const readDrafts = <V>(key: string, place: DraftPlace = 'browser'): readonly Draft<V>[] => {
  const stored = parsed<V>(read(key, place));
  if (!stored || stored.by !== draftOwner()) return [];
  return stored.drafts.filter(({ at }) => Date.now() - at < KEPT_MS);
};

/** Fields of a stored draft that have the type of the form's own; what is damaged or unknown is left out. */
export const fitting = <V extends object>(stored: unknown, initial: V): Partial<V> => {
  if (typeof stored !== 'object' || stored === null) return {};
  const fields = Object.entries(stored).filter(
    ([name, value]) => name in initial && typeof value === typeof initial[name as keyof V],
  );
  // `Object.fromEntries` loses the names
  return Object.fromEntries(fields) as Partial<V>;
};

export const writeDrafts = <V>(
  key: string,
  drafts: readonly Draft<V>[],
  by: string | null,
  place: DraftPlace = 'browser',
): void => {
  const stored: Stored<V> = { by, drafts: drafts.slice(0, MAX) };
  write(key, drafts.length === 0 ? null : JSON.stringify(stored), place);
};

const draftKeys = (place: DraftPlace): string[] => {
  try {
    return Object.keys(placeOf(place)).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
};

/** Removes every draft of this browser and of this browser tab: at a logout by hand. */
export const dropDrafts = (): void => {
  for (const place of ['browser', 'tab'] as const)
    for (const key of draftKeys(place)) write(key, null, place);
};

/** Removes drafts that are too old to be offered. */
export const dropOldDrafts = (): void => {
  for (const key of draftKeys('browser')) {
    const newest = Math.max(0, ...(parsed(read(key, 'browser'))?.drafts ?? []).map(({ at }) => at));
    if (Date.now() - newest >= KEPT_MS) write(key, null, 'browser');
  }
};
