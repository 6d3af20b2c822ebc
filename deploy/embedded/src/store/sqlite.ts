import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { checksumOf } from './checksum.ts';
import { fileOf, openFile } from './open-file.ts';
import type { Operation, Store, StoredDescription, StoredDocument } from './store.ts';
import { damaged, storeErrorOf } from './store-error.ts';
import { bytesOf, createTraces } from './traces.ts';

/** Larger documents are read one by one: hundreds of 16 MB are more than there is memory. */
const SMALL_BYTES = 16 * 1024;

const LAST_SEQ = 'SELECT max((SELECT max(seq) FROM document WHERE collection = id)) AS last FROM collection';

/** An array for each row takes a fifth less time than an object. */
const documentRowsOf = (database: DatabaseSync, body: string): StatementSync => {
  const rows = database.prepare(
    `SELECT seq, ${body}, checksum FROM document WHERE collection = ? AND seq >= ? ORDER BY seq LIMIT ?`,
  );
  rows.setReturnArrays(true);
  return rows;
};

const statementsOf = (database: DatabaseSync) => ({
  documentRows: documentRowsOf(database, 'body'),
  // the length of a body is known without reading it
  smallRows: documentRowsOf(database, `CASE WHEN length(body) <= ${SMALL_BYTES} THEN body END`),
  put: database.prepare(
    `INSERT INTO document VALUES (?, ?, ?, ?) ON CONFLICT (collection, seq)
     DO UPDATE SET body = excluded.body, checksum = excluded.checksum`,
  ),
  remove: database.prepare('DELETE FROM document WHERE collection = ? AND seq = ?'),
  describe: database.prepare('INSERT OR REPLACE INTO collection VALUES (?, ?, ?)'),
  dropDocuments: database.prepare('DELETE FROM document WHERE collection = ?'),
  dropCollection: database.prepare('DELETE FROM collection WHERE id = ?'),
  begin: database.prepare('BEGIN IMMEDIATE'),
  commit: database.prepare('COMMIT'),
});

/** Writes a change to the rows that keep it. */
const operationWriter =
  ({ put, remove, describe, dropDocuments, dropCollection }: ReturnType<typeof statementsOf>) =>
  (operation: Operation): void => {
    const { kind, collection } = operation;
    switch (kind) {
      case 'put': {
        const { seq, body } = operation;
        put.run(collection, seq, body, checksumOf(collection, seq, body));
        break;
      }
      case 'remove':
        remove.run(collection, operation.seq);
        break;
      case 'describe': {
        const { description } = operation;
        describe.run(collection, description, checksumOf(collection, 0, description));
        break;
      }
      case 'drop':
        dropDocuments.run(collection);
        dropCollection.run(collection);
        break;
    }
  };

/**
 * Documents in one SQLite file, `data.sqlite`, in the given directory, which no other server may use. Every row has a
 * checksum, which is checked when it is read.
 * @throws StoreError, from every function, when the file is damaged or cannot be read or written
 */
export const sqliteStore = (dir: string): Store => {
  const file = fileOf(dir);
  /** A damaged file is kept as it is, for its owner. */
  let hasFailed = false;
  const guard = <T>(act: () => T): T => {
    try {
      return act();
    } catch (error) {
      hasFailed = true;
      throw storeErrorOf(error, file);
    }
  };
  const database = guard(() => openFile(dir));
  const statements = guard(() => statementsOf(database));
  const { documentRows, smallRows } = statements;
  const { begin, commit } = statements;
  const apply = operationWriter(statements);
  const traces = createTraces(database, dir);

  const checked = (collection: number, seq: number, body: unknown, checksum: unknown): Uint8Array => {
    if (body instanceof Uint8Array && checksumOf(collection, seq, body) === checksum) return body;
    hasFailed = true;
    throw damaged(file, `wrong checksum of row ${seq} of collection ${collection}`);
  };

  const documentOf = (collection: number, row: unknown): StoredDocument => {
    const [seq, body, checksum]: unknown[] = Array.isArray(row) ? row : [];
    return { seq: Number(seq), body: checked(collection, Number(seq), body, checksum) };
  };

  const documentsFrom = (collection: number, from: number, limit: number): StoredDocument[] => {
    const rows = limit > 1 ? smallRows.all(collection, from, limit) : [];
    const firstLarge = rows.findIndex((row) => Array.isArray(row) && row[1] === null);
    if (limit === 1 || firstLarge === 0)
      return documentRows.all(collection, from, 1).map((row) => documentOf(collection, row));
    const small = firstLarge < 0 ? rows : rows.slice(0, firstLarge);
    return small.map((row) => documentOf(collection, row));
  };

  const documentsAt = (collection: number, at: number, limit: number): StoredDocument[] => {
    const documents = documentsFrom(collection, at, limit);
    if (documents[0]?.seq === at) return documents;
    hasFailed = true;
    throw damaged(file, `row ${at} of collection ${collection} is missing`);
  };

  const descriptions = (): StoredDescription[] =>
    database
      .prepare('SELECT id, description, checksum FROM collection ORDER BY id')
      .all()
      .map(({ id, description, checksum }) => ({
        collection: Number(id),
        description: checked(Number(id), 0, description, checksum),
      }));

  return {
    descriptions: () => guard(descriptions),
    documentsFrom: (collection, from, limit) => guard(() => documentsFrom(collection, from, limit)),
    documentsAt: (collection, seq, limit) => guard(() => documentsAt(collection, seq, limit)),
    lastSeq: () => guard(() => Number(database.prepare(LAST_SEQ).get()?.last ?? 0)),
    bytes: () => guard(() => bytesOf(database)),
    // A failed commit leaves memory ahead of the disk; the server stops, so nothing is rolled back here.
    commit: (operations) =>
      guard(() => {
        begin.run();
        for (const operation of operations) apply(operation);
        traces.written();
        commit.run();
      }),
    removeTraces: traces.removeWhenDue,
    close: () => {
      if (!hasFailed) traces.removeAtStop();
      database.close();
    },
  };
};
