import { api } from './api.ts';
import { readKeptProgress, writeKeptProgress } from './kept/kept-progress.ts';
import { progressKey, type Timestamped } from './progress-key.ts';
import { session } from './session.ts';
import { safeStorage } from './store.ts';

/**
 * Progress in an item. `after` marks progress that was made without the server's answer: it is the time of the last
 * progress known then, or empty.
 */
export type Progress = Timestamped & { readonly after?: string };

/** How progress of a kind (pages or seconds) is read, and compared. */
export type ProgressKind<T extends Progress> = {
  readonly parse: (text: string | null) => T | null;
  readonly amount: (progress: T) => number;
};

/**
 * The progress to resume from: the newest. Progress that was made without the server's answer replaces newer progress
 * of another device only when it is further.
 */
export const preferred = <T extends Progress>(
  local: T | null,
  server: T | null,
  { amount }: ProgressKind<T>,
): T | null => {
  if (!local || !server) return local ?? server;
  if (local.at < server.at) return server;
  const hasChanged = local.after !== undefined && server.at > local.after;
  return hasChanged && amount(local) < amount(server) ? server : local;
};

/** The server's progress of the reader. @throws when it did not load */
export const loadProgress = async <T extends Progress>(
  id: string,
  { parse }: ProgressKind<T>,
): Promise<T | null> => {
  const { progress } = await api.library.getProgress({ params: { mediaId: id } });
  return parse(JSON.stringify(progress));
};

/** The progress to resume from, and whether the server's is known. Without an answer, what this browser stores counts. */
export const findProgress = async <T extends Progress>(
  id: string,
  kind: ProgressKind<T>,
): Promise<{ progress: T | null; isKnown: boolean }> => {
  const local = kind.parse(safeStorage.read(progressKey(id)));
  if (!session.get()) return { progress: local, isKnown: true };
  try {
    const progress = preferred(local, await loadProgress(id, kind), kind);
    writeKeptProgress(id, progress);
    return { progress, isKnown: true };
  } catch {
    const kept = kind.parse(readKeptProgress(id));
    return { progress: preferred(local, kept, kind), isKnown: false };
  }
};
