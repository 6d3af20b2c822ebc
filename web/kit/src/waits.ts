import { useEffect } from 'react';

/** After this time a wait shows a message with a retry. */
export const LONG_WAIT_MS = 8_000;

type Wait = { since: number };

const activeWaits = new Set<Wait>();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

const isLong = (): boolean => [...activeWaits].some(({ since }) => Date.now() - since >= LONG_WAIT_MS);
const notify = (): void => {
  for (const listener of listeners) listener();
};
const schedule = (): void => {
  clearTimeout(timer);
  const next = [...activeWaits].map(({ since }) => since + LONG_WAIT_MS - Date.now()).filter((ms) => ms > 0);
  if (next.length > 0)
    timer = setTimeout(
      () => {
        notify();
        schedule();
      },
      Math.min(...next),
    );
};

/** Current waits of the page: all skeletons and loading messages. */
export const waits = {
  /** @returns a function that ends the wait */
  begin: (): (() => void) => {
    const wait: Wait = { since: Date.now() };
    activeWaits.add(wait);
    schedule();
    return () => {
      activeWaits.delete(wait);
      schedule();
      notify();
    };
  },
  /** Whether a wait has lasted `LONG_WAIT_MS` or more. */
  isLong,
  /** Restarts all waits after a retry. */
  restart: (): void => {
    for (const wait of activeWaits) wait.since = Date.now();
    schedule();
    notify();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Registers a wait while the component is mounted. */
export const useWait = (): void => useEffect(() => waits.begin(), []);
