import type { Bus } from '../../bus/bus.ts';
import type { OutboxRow } from '../outbox.ts';

/** How each kind of row leaves the house. Every one may be asked twice for the same row. */
export type RelayWays = {
  readonly publish: Bus['publish'];
  readonly say: (row: OutboxRow & { kind: 'live' }) => Promise<void>;
  readonly keepWork: (row: OutboxRow & { kind: 'work' }) => Promise<void>;
  /** `never mind`: the document was changed after somebody wished it gone; nothing is said then. */
  readonly remove: (row: OutboxRow & { kind: 'remove' }) => Promise<'go on' | 'never mind'>;
};

export type SentRows = {
  /** Ids of rows that need not be sent again. */
  readonly done: readonly string[];
  /** Later events of this document must wait for the one that failed. */
  readonly eventsWait: boolean;
  readonly cause?: unknown;
};

/**
 * Sends the rows of one document in order. An event waits for the event before it; what pages hear waits for the
 * events of its own write; work waits for nothing.
 */
export const sendRows = async (ways: RelayWays, rows: readonly OutboxRow[]): Promise<SentRows> => {
  const done: string[] = [];
  const held = new Set<string>();
  let eventsWait = false;
  let cause: unknown;
  const attempt = async (row: OutboxRow, act: () => Promise<void>): Promise<boolean> => {
    try {
      await act();
      done.push(row.id);
      return true;
    } catch (error) {
      cause ??= error;
      return false;
    }
  };

  for (const row of rows) {
    if (row.kind !== 'remove') continue;
    if ((await ways.remove(row)) === 'never mind') return { done: rows.map(({ id }) => id), eventsWait };
    done.push(row.id);
  }
  for (const row of rows) {
    if (row.kind !== 'event') continue;
    if (eventsWait || !(await attempt(row, () => ways.publish(row.body)))) {
      eventsWait = true;
      held.add(row.write);
    }
  }
  for (const row of rows) {
    if (row.kind === 'live' && !held.has(row.write)) await attempt(row, () => ways.say(row));
    if (row.kind === 'work') await attempt(row, () => ways.keepWork(row));
  }
  return { done, eventsWait, ...(cause === undefined ? {} : { cause }) };
};
