import type { LiveAudience, LiveMessage } from '@satrangi/contracts';

export type LiveEntry = {
  /** `<epoch>-<position in the log>`; opaque to browsers, which send it as `Last-Event-ID`. */
  readonly id: string;
  readonly message: LiveMessage;
  readonly audience: LiveAudience;
  /** The change that the message is about (decision 0100); never sent to browsers. */
  readonly change?: string;
};

export type LiveState = 'down' | 'up';

/**
 * The log of all live messages. `onReset` notifies readers whose missed messages cannot be replayed; they must reload
 * their data.
 */
export type LiveLog = {
  /** Resolves when the message is in the log. @throws when the log is unavailable; publish again later */
  readonly publish: (message: LiveMessage, audience: LiveAudience, change?: string) => Promise<void>;
  readonly subscribe: (listener: (entry: LiveEntry) => void) => () => void;
  /** Called after a gap or a new epoch: missed entries are lost. */
  readonly onReset: (listener: () => void) => () => void;
  /** The entries after that id, oldest first; `reset` when they are no longer available. */
  readonly replay: (afterId: string) => Promise<LiveEntry[] | 'reset'>;
  /** The id of the newest entry, where a new reader starts. */
  readonly latestId: () => Promise<string>;
  readonly state: () => LiveState;
  readonly onState: (listener: (state: LiveState) => void) => () => void;
  readonly close: () => Promise<void>;
};

/**
 * Compares two ids of one epoch: below 0 when `a` is earlier, 0 when equal, above 0 when later. Undefined for different
 * epochs and for invalid ids.
 */
export const compareIds = (a: string, b: string): number | undefined => {
  const [epochA, ...positionA] = a.split('-');
  const [epochB, ...positionB] = b.split('-');
  if (epochA !== epochB || positionA.length !== positionB.length || positionA.length === 0) return undefined;
  for (const [at, text] of positionA.entries()) {
    const difference = Number(text) - Number(positionB[at]);
    if (Number.isNaN(difference)) return undefined;
    if (difference !== 0) return difference;
  }
  return 0;
};
