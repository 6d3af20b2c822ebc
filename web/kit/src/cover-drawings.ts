import type { drawMotif } from '@satrangi/contracts/covers';
import { useSyncExternalStore } from 'react';

/** The drawings of all motifs, which are a chunk of their own; null when it could not be loaded. */
type Drawings = typeof drawMotif | null | undefined;

let drawings: Drawings;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

const set = (loaded: Drawings): void => {
  drawings = loaded;
  for (const listener of listeners) listener();
};

/** Loads the drawings once; after a failure, the next cover tries again. */
export const loadDrawings = (): Promise<void> => {
  loading ??= import('@satrangi/contracts/covers').then(
    (module) => set(module.drawMotif),
    () => {
      loading = undefined;
      set(null);
    },
  );
  return loading;
};

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  void loadDrawings();
  return () => listeners.delete(changed);
};
const current = (): Drawings => drawings;

/** The drawings: undefined while they load, null when they could not be loaded. */
export const useDrawings = (): Drawings => useSyncExternalStore(subscribe, current);
