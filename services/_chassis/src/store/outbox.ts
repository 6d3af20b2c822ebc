import type { AnyEvent, LiveAudience, LiveMessage } from '@satrangi/contracts';
import { type Connection, Schema } from 'mongoose';
import { machineNow } from '../clock.ts';
import { systemIds } from '../ids.ts';

/** Something said to open pages once the write that caused it is kept. */
export type LiveSaid = { readonly message: LiveMessage; readonly audience: LiveAudience };
/** Something to be done outside the house. Done once for each kind and key, however often it is asked. */
export type Work = { readonly kind: string; readonly key: string; readonly data: unknown };

/** What a write says. It is kept in the same document by the same write, so it leaves if and only if the write stands. */
export type Said = {
  readonly events?: readonly AnyEvent[];
  readonly live?: readonly LiveSaid[];
  readonly work?: readonly Work[];
};

/** One row of a document's outbox. `write` groups what one write said. */
export type OutboxRow = { readonly id: string; readonly write: string } & (
  | { readonly kind: 'event'; readonly body: AnyEvent }
  | { readonly kind: 'live'; readonly body: LiveSaid }
  | { readonly kind: 'work'; readonly body: Work }
  | { readonly kind: 'remove'; readonly body: { readonly collection: string; readonly filter: string } }
);

/** Fields the chassis keeps in every aggregate; never in an answer, never in a read unless asked for by name. */
export type AggregateFields = {
  readonly applied?: readonly { readonly id: string; readonly at: Date }[];
  readonly outbox?: readonly OutboxRow[];
  /** When the relay looks at this document next; absent when nothing waits. */
  readonly outboxDue?: Date;
  readonly outboxTries?: number;
};

/** A document's own process has this long to send before another one takes over. */
export const LEASE_MS = 2_000;
export const APPLIED_MAX = 1_000;
export const APPLIED_DAYS = 30;

export const addOutbox = (schema: Schema): void => {
  const hidden = { select: false } as const;
  schema.add({
    applied: { type: [{ _id: false, id: String, at: Date }], default: undefined, ...hidden },
    outbox: { type: [Schema.Types.Mixed], default: undefined, ...hidden },
    outboxDue: { type: Date, ...hidden },
    outboxTries: { type: Number, ...hidden },
  });
  schema.index({ outboxDue: 1 }, { sparse: true });
  schema.set('minimize', false);
};

/** The rows of one write: events first, then what pages hear, then work. */
export const rowsOf = (said: Said): OutboxRow[] => {
  const write = systemIds.newId();
  const rows: OutboxRow[] = [];
  for (const body of said.events ?? []) rows.push({ id: systemIds.newId(), write, kind: 'event', body });
  for (const body of said.live ?? []) rows.push({ id: systemIds.newId(), write, kind: 'live', body });
  for (const body of said.work ?? []) rows.push({ id: systemIds.newId(), write, kind: 'work', body });
  return rows;
};

export const nextDue = (ms = LEASE_MS): Date => new Date(machineNow() + ms);

/** A native collection as the relay sees it: ids are ours, always texts. */
export type RawDocument = { readonly _id: string } & AggregateFields;
export const rawCollection = (connection: Connection, name: string) =>
  connection.collection<RawDocument>(name);
export type RawCollection = ReturnType<typeof rawCollection>;
