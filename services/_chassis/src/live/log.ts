import type { LiveAudience, LiveMessage } from '@satrangi/contracts';

export type LiveEntry = {
  /** `<epoch>-<place in the log>`; opaque to browsers, who hand it back as `Last-Event-ID`. */
  readonly id: string;
  readonly message: LiveMessage;
  readonly audience: LiveAudience;
};

export type LiveState = 'down' | 'up';

/**
 * The log every live message goes through. Readers that fall behind are told so: `onReset` means "what you missed can
 * not be replayed, reload what you show", never silence.
 */
export type LiveLog = {
  /** Resolves when the message is in the log. @throws when the log can not be reached; say it again later */
  readonly say: (message: LiveMessage, audience: LiveAudience) => Promise<void>;
  readonly hear: (listener: (entry: LiveEntry) => void) => () => void;
  /** Called after a gap or a new epoch: entries may have been missed for good. */
  readonly onReset: (listener: () => void) => () => void;
  /** Everything after that id, oldest first; `reset` when that is not known any more. */
  readonly replay: (afterId: string) => Promise<LiveEntry[] | 'reset'>;
  /** The id a new reader starts after. */
  readonly latestId: () => Promise<string>;
  readonly state: () => LiveState;
  readonly onState: (listener: (state: LiveState) => void) => () => void;
  readonly close: () => Promise<void>;
};

/**
 * Which of two ids is later in one life of the log: below 0 when `a` is earlier, 0 when they are the same, above 0 when
 * it is later; undefined when they are of different lives or not ids at all.
 */
export const compareIds = (a: string, b: string): number | undefined => {
  const [epochA, ...placeA] = a.split('-');
  const [epochB, ...placeB] = b.split('-');
  if (epochA !== epochB || placeA.length !== placeB.length || placeA.length === 0) return undefined;
  for (const [at, text] of placeA.entries()) {
    const difference = Number(text) - Number(placeB[at]);
    if (Number.isNaN(difference)) return undefined;
    if (difference !== 0) return difference;
  }
  return 0;
};

/** A set of listeners where one that throws does not silence the others. */
export const listeners = <T extends readonly unknown[]>() => {
  const all = new Set<(...args: T) => void>();
  return {
    add: (listener: (...args: T) => void): (() => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: (...args: T): void => {
      for (const listener of [...all])
        try {
          listener(...args);
        } catch {
          // a listener's defect is its own; it must not cost the others their message
        }
    },
    clear: (): void => all.clear(),
  };
};
