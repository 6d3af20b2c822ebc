import { useEffect } from 'react';

/** Nothing on screen waits longer than this without a sentence and a way on. */
export const LONG_WAIT_MS = 8_000;

type Wait = { since: number };

const running = new Set<Wait>();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

const isLong = (): boolean => [...running].some(({ since }) => Date.now() - since >= LONG_WAIT_MS);
const notify = (): void => {
  for (const listener of listeners) listener();
};
const schedule = (): void => {
  clearTimeout(timer);
  const next = [...running].map(({ since }) => since + LONG_WAIT_MS - Date.now()).filter((ms) => ms > 0);
  if (next.length > 0)
    timer = setTimeout(
      () => {
        notify();
        schedule();
      },
      Math.min(...next),
    );
};

/** What the page waits for right now: every skeleton, and every sentence that says so. */
export const waits = {
  /** @returns what ends the wait */
  begin: (): (() => void) => {
    const wait: Wait = { since: Date.now() };
    running.add(wait);
    schedule();
    return () => {
      running.delete(wait);
      schedule();
      notify();
    };
  },
  /** Is there a wait of `LONG_WAIT_MS` or more? */
  isLong,
  /** Everything waits from now on: it was just asked for again. */
  restart: (): void => {
    for (const wait of running) wait.since = Date.now();
    schedule();
    notify();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The component waits for something as long as it is on screen. */
export const useWait = (): void => useEffect(() => waits.begin(), []);
