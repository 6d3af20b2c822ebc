import { findProgress, loadProgress, type Progress, type ProgressKind, preferred } from './find-progress.ts';
import { progressKey } from './progress-key.ts';
import { type ProgressSaver, readerProgressSaver } from './save-progress.ts';
import { session } from './session.ts';

/** Progress of an open item while the server's is not known: `after` as in `Progress`, `server` when it is further. */
type Unresolved = { readonly after: string; readonly server: Progress | null };

/** By storage key. */
const unresolved = new Map<string, Unresolved>();

/** Finds the progress at which an item opens. When the server's is unknown, the saver of the item looks it up again. */
export const openProgress = async <T extends Progress>(
  id: string,
  kind: ProgressKind<T>,
): Promise<T | null> => {
  const key = progressKey(id);
  const { progress, isKnown } = await findProgress(id, kind);
  if (isKnown) unresolved.delete(key);
  else unresolved.set(key, { after: progress?.after ?? progress?.at ?? '', server: null });
  return progress;
};

export type OpenProgressSaver<T extends Progress> = ProgressSaver<T> & {
  /** Looks up the server's progress again where it is still unknown. */
  readonly resolve: (current: T) => Promise<void>;
  /** The reader has chosen: what is saved from now on replaces the server's progress. */
  readonly settle: () => void;
};

/**
 * Saves progress in an open item. While the server's is unknown, it is looked up before progress is sent; progress that
 * is not as far as the server's does not replace it.
 * @param onElsewhere receives the server's progress when it is further, and null when it no longer is
 */
export const openProgressSaver = <T extends Progress>(
  id: string,
  kind: ProgressKind<T>,
  {
    put,
    onElsewhere = () => undefined,
    reader = session.get()?.userId,
  }: {
    readonly put: (progress: T) => Promise<unknown>;
    readonly onElsewhere?: (server: T | null) => void;
    readonly reader?: string | null | undefined;
  },
): OpenProgressSaver<T> => {
  const key = progressKey(id);
  const isStillHere = (): boolean => session.get()?.userId === reader;
  const canReplace = async (progress: T): Promise<boolean> => {
    const state = unresolved.get(key);
    if (!state) return true;
    // set below, by a saver of the same item
    const server = (state.server as T | null) ?? (await loadProgress(id, kind));
    if (!isStillHere()) return false;
    const isBehind = preferred({ ...progress, after: state.after }, server, kind) === server;
    if (isBehind) unresolved.set(key, { ...state, server });
    else unresolved.delete(key);
    onElsewhere(isBehind ? server : null);
    return !isBehind;
  };
  const saver = readerProgressSaver<T>(
    id,
    async (progress) => {
      if (await canReplace(progress)) await put(progress);
    },
    reader,
    (progress) => ({ ...progress, after: unresolved.get(key)?.after }),
  );
  return {
    ...saver,
    resolve: async (current) => {
      if (reader && isStillHere()) await canReplace(current).catch(() => false);
    },
    settle: () => void unresolved.delete(key),
  };
};
