import { type AnyEvent, changeOf, type LiveAudience, type LiveMessage } from '@satrangi/contracts';
import { type Connection, Schema } from 'mongoose';
import { machineNow } from '../base/clock.ts';
import { systemIds } from '../base/ids.ts';

/** A live message for open pages, published after its write is stored. */
export type LiveNotification = {
  readonly message: LiveMessage;
  readonly audience: LiveAudience;
  /** The version of the item, where a read model compares versions; increases with each write. */
  readonly version?: number;
};
/** An effect outside the platform, such as a mail. Done once for each kind and key. */
export type Work = { readonly kind: string; readonly key: string; readonly data: unknown };

/** Messages of a write. They are stored in the same document by the same write, so they are sent only if it happened. */
export type OutboxMessages = {
  readonly events?: readonly AnyEvent[];
  readonly live?: readonly LiveNotification[];
  readonly work?: readonly Work[];
};

/** One row of a document's outbox. `write` groups the rows of one write. */
export type OutboxRow = { readonly id: string; readonly write: string } & (
  | { readonly kind: 'event'; readonly body: AnyEvent }
  | { readonly kind: 'live'; readonly body: LiveNotification }
  | { readonly kind: 'work'; readonly body: Work }
  | { readonly kind: 'remove'; readonly body: { readonly collection: string; readonly filter: string } }
);

/** Fields of the chassis in every aggregate. Reads exclude them unless they are selected by name. */
export type AggregateFields = {
  readonly applied?: readonly { readonly id: string; readonly at: Date }[];
  readonly outbox?: readonly OutboxRow[];
  /** When the relay reads this document next; absent when the outbox is empty. */
  readonly outboxDue?: Date;
  readonly outboxTries?: number;
};

/** The process that wrote a document has this time to deliver before another process does. */
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

/** The rows of one write: events, then live messages, then work. */
export const toOutboxRows = (messages: OutboxMessages): OutboxRow[] => {
  const write = systemIds.newId();
  const rows: OutboxRow[] = [];
  for (const body of messages.events ?? []) rows.push({ id: systemIds.newId(), write, kind: 'event', body });
  for (const body of messages.live ?? []) rows.push({ id: systemIds.newId(), write, kind: 'live', body });
  for (const body of messages.work ?? []) rows.push({ id: systemIds.newId(), write, kind: 'work', body });
  return rows;
};

/** The change that a live message is about. */
export const changeOfRow = ({ write, body: { message, version } }: OutboxRow & { kind: 'live' }): string =>
  changeOf(message.id, version ?? write);

export const nextDue = (ms = LEASE_MS): Date => new Date(machineNow() + ms);

/** A native collection as the relay uses it: ids are always strings. */
export type RawDocument = { readonly _id: string } & AggregateFields;
export const rawCollection = (connection: Connection, name: string) =>
  connection.collection<RawDocument>(name);
export type RawCollection = ReturnType<typeof rawCollection>;
