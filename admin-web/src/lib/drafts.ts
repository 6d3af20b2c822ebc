import { session } from '@satrangi/kit/browser/session';
import { safeStorage } from '@satrangi/kit/browser/store';

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
export const readDrafts = <V>(key: string): readonly Draft<V>[] => {
  const stored = parsed<V>(safeStorage.read(key));
  if (!stored || stored.by !== draftOwner()) return [];
  return stored.drafts.filter(({ at }) => Date.now() - at < KEPT_MS);
};

export const writeDrafts = <V>(key: string, drafts: readonly Draft<V>[], by: string | null): void => {
  const stored: Stored<V> = { by, drafts: drafts.slice(0, MAX) };
  safeStorage.write(key, drafts.length === 0 ? null : JSON.stringify(stored));
};

const draftKeys = (): string[] => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
};

/** Removes every draft of this browser: at a logout by hand. */
export const dropDrafts = (): void => {
  for (const key of draftKeys()) safeStorage.write(key, null);
};

/** Removes drafts that are too old to be offered. */
export const dropOldDrafts = (): void => {
  for (const key of draftKeys()) {
    const newest = Math.max(0, ...(parsed(safeStorage.read(key))?.drafts ?? []).map(({ at }) => at));
    if (Date.now() - newest >= KEPT_MS) safeStorage.write(key, null);
  }
};
