import { REPLAY_MAX_MESSAGES, REPLAY_MAX_MS } from '@satrangi/contracts';
import { machineNow } from '../base/clock.ts';
import { systemIds } from '../base/ids.ts';
import { listeners } from '../base/listeners.ts';
import type { LiveEntry, LiveLog, LiveState } from './log.ts';

type Kept = { readonly position: number; readonly at: number; readonly entry: LiveEntry };

/** An in-process live log: a ring buffer of the last messages. Logs opened under one name share it. */
export const createMemoryLive = ({ maxMessages = REPLAY_MAX_MESSAGES, maxMs = REPLAY_MAX_MS } = {}) => {
  let epoch = systemIds.newId().replaceAll('-', '_');
  let last = 0;
  let kept: Kept[] = [];
  const subscribers = listeners<[LiveEntry]>();
  const resets = listeners<[]>();

  const open = (): LiveLog => {
    const states = listeners<[LiveState]>();
    const own = new Set<() => void>();
    let state: LiveState = 'up';
    const owned = (off: () => void): (() => void) => {
      own.add(off);
      return () => {
        own.delete(off);
        off();
      };
    };
    return {
      publish: async (message, audience, change) => {
        if (state === 'down') throw new Error('the live log is closed');
        last += 1;
        const entry: LiveEntry = {
          id: `${epoch}-${last}`,
          message,
          audience,
          ...(change === undefined ? {} : { change }),
        };
        kept.push({ position: last, at: machineNow(), entry });
        if (kept.length > maxMessages * 1.1) kept = kept.slice(-maxMessages);
        subscribers.notify(entry);
      },
      subscribe: (listener) => owned(subscribers.add(listener)),
      onReset: (listener) => owned(resets.add(listener)),
      replay: async (afterId) => {
        const [ofEpoch, text] = afterId.split('-');
        const after = Number(text);
        if (ofEpoch !== epoch || !Number.isInteger(after) || after > last) return 'reset';
        const missed = kept.filter(({ position }) => position > after);
        const first = missed[0];
        const gap = first ? first.position !== after + 1 : after !== last;
        const tooOld = first !== undefined && first.at < machineNow() - maxMs;
        return gap || tooOld || missed.length > maxMessages ? 'reset' : missed.map(({ entry }) => entry);
      },
      latestId: async () => `${epoch}-${last}`,
      state: () => state,
      onState: states.add,
      close: async () => {
        state = 'down';
        for (const off of own) off();
      },
    };
  };

  return {
    open,
    /** Simulates the loss of the log: a new epoch, nothing to replay. For tests. */
    reset: (): void => {
      epoch = systemIds.newId().replaceAll('-', '_');
      kept = [];
      last = 0;
      resets.notify();
    },
  };
};
export type MemoryLive = ReturnType<typeof createMemoryLive>;
