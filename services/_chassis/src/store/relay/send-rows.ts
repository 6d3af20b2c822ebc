import type { Bus } from '../../bus/bus.ts';
import type { OutboxRow } from '../outbox.ts';

/** Delivers each kind of outbox row. Each may be called twice for the same row. */
export type RowDelivery = {
  readonly publish: Bus['publish'];
  readonly notify: (row: OutboxRow & { kind: 'live' }) => Promise<void>;
  readonly enqueueWork: (row: OutboxRow & { kind: 'work' }) => Promise<void>;
  /** `superseded`: the document changed after the deletion was requested; its other rows are dropped then. */
  readonly remove: (row: OutboxRow & { kind: 'remove' }) => Promise<'deleted' | 'superseded'>;
};

export type SentRows = {
  /** Ids of rows that need not be sent again. */
  readonly done: readonly string[];
  /** True when an event failed: later events of this document must wait for it. */
  readonly eventsPending: boolean;
  readonly cause?: unknown;
};

/**
 * Sends the rows of one document. Events are sent in order; live messages wait for the events of their write; work does
 * not wait.
 */
export const sendRows = async (delivery: RowDelivery, rows: readonly OutboxRow[]): Promise<SentRows> => {
  const done: string[] = [];
  const held = new Set<string>();
  let eventsPending = false;
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
    if ((await delivery.remove(row)) === 'superseded')
      return { done: rows.map(({ id }) => id), eventsPending };
    done.push(row.id);
  }
  for (const row of rows) {
    if (row.kind !== 'event') continue;
    if (eventsPending || !(await attempt(row, () => delivery.publish(row.body)))) {
      eventsPending = true;
      held.add(row.write);
    }
  }
  for (const row of rows) {
    if (row.kind === 'live' && !held.has(row.write)) await attempt(row, () => delivery.notify(row));
    if (row.kind === 'work') await attempt(row, () => delivery.enqueueWork(row));
  }
  return { done, eventsPending, ...(cause === undefined ? {} : { cause }) };
};
