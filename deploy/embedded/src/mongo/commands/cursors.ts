import { cursorReply } from '../cursor-reply.ts';
import { MongoError } from '../errors.ts';

/** The documents of a result. */
export type Results = { readonly length: number; readonly at: (index: number) => Uint8Array | undefined };

/** Results that a client has not fetched yet. */
type Cursor = {
  readonly namespace: string;
  readonly docs: Results;
  next: number;
  readonly usedAt: number;
};

export type Cursors = {
  /** The first batch, and a cursor for the rest, if there is one and the client did not request a single batch. */
  readonly open: (
    namespace: string,
    docs: Results,
    batchSize: number | undefined,
    isSingleBatch?: boolean,
  ) => Uint8Array;
  readonly next: (id: bigint, batchSize: number | undefined) => Uint8Array;
  /** True when the cursor existed. */
  readonly kill: (id: bigint) => boolean;
  readonly dropIdle: (now: number) => void;
};

const DEFAULT_FIRST_BATCH = 101;
const MAX_BATCH_BYTES = 15_000_000;
const IDLE_MS = 600_000;

const take = (cursor: Cursor, limit: number): readonly Uint8Array[] => {
  const taken: Uint8Array[] = [];
  let bytes = 0;
  while (taken.length < limit) {
    const doc = cursor.docs.at(cursor.next);
    bytes += doc?.length ?? 0;
    if (!doc || (taken.length > 0 && bytes > MAX_BATCH_BYTES)) break;
    taken.push(doc);
    cursor.next += 1;
  }
  return taken;
};

const isFinished = (cursor: Cursor): boolean => cursor.next >= cursor.docs.length;

export const createCursors = (): Cursors => {
  const cursors = new Map<bigint, Cursor>();
  let lastId = BigInt(Date.now()) << 20n;

  const keep = (cursor: Cursor): bigint => {
    lastId++;
    cursors.set(lastId, cursor);
    return lastId;
  };

  return {
    open: (namespace, docs, batchSize = DEFAULT_FIRST_BATCH, isSingleBatch = false) => {
      const cursor: Cursor = { namespace, docs, next: 0, usedAt: Date.now() };
      const batch = take(cursor, batchSize);
      const id = isFinished(cursor) || isSingleBatch ? 0n : keep(cursor);
      return cursorReply('firstBatch', batch, id, namespace);
    },
    next: (id, batchSize) => {
      const cursor = cursors.get(id);
      if (!cursor) throw new MongoError(43, `cursor id ${id} not found`);
      // a failed batch ends the cursor: the next one would begin within it
      cursors.delete(id);
      const batch = take(cursor, batchSize || Number.POSITIVE_INFINITY);
      if (!isFinished(cursor)) cursors.set(id, { ...cursor, usedAt: Date.now() });
      return cursorReply('nextBatch', batch, isFinished(cursor) ? 0n : id, cursor.namespace);
    },
    kill: (id) => cursors.delete(id),
    dropIdle: (now) => {
      for (const [id, cursor] of cursors) if (now - cursor.usedAt > IDLE_MS) cursors.delete(id);
    },
  };
};
