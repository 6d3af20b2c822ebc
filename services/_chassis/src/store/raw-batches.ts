import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Model, mongo } from 'mongoose';

type RawCursor = {
  readonly id: mongo.Long;
  readonly firstBatch?: readonly Uint8Array[];
  readonly nextBatch?: readonly Uint8Array[];
};

const cursorIn = (reply: mongo.BSON.Document): RawCursor =>
  // the reply to `find` or `getMore`, with its documents left as bytes
  mongo.BSON.deserialize(reply.cursor, {
    fieldsAsRaw: { firstBatch: true, nextBatch: true },
    promoteLongs: false,
  }) as RawCursor;

/**
 * All documents of a collection in BSON, in any order. While the caller works on a batch the store reads the next one: a cursor of
 * the driver requests it afterwards, and keeps the elements of all documents of a batch as objects.
 * @param batchSize documents in one answer
 */
export async function* rawBatches<T>(
  model: Model<T>,
  batchSize: number,
): AsyncGenerator<readonly Uint8Array[]> {
  const { name } = model.collection;
  const session = await model.db.startSession();
  const database = model.db.getClient().db(model.db.name);
  const run = (command: mongo.BSON.Document): Promise<mongo.BSON.Document> => {
    const reply = database.command(command, { session, raw: true });
    // a failure is thrown where it is awaited
    reply.catch(() => {});
    return reply;
  };
  let id: mongo.Long | undefined;
  let next: ReturnType<typeof run> | undefined;
  try {
    next = run({ find: name, filter: {}, batchSize, readConcern: { level: 'majority' } });
    for (;;) {
      const { id: open, firstBatch, nextBatch } = cursorIn(await next);
      id = open;
      if (!id.isZero()) next = run({ getMore: id, collection: name, batchSize });
      // the driver sends the request in a later turn
      await nextTurn();
      yield firstBatch ?? nextBatch ?? [];
      if (id.isZero()) return;
    }
  } finally {
    // a session has one command at a time
    await next?.catch(() => {});
    if (id && !id.isZero()) await run({ killCursors: name, cursors: [id] }).catch(() => {});
    await session.endSession();
  }
}
