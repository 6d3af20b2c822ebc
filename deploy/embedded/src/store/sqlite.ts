import type { DatabaseSync } from 'node:sqlite';
import { checksumOf } from './checksum.ts';
import { fileOf, openFile } from './open-file.ts';
import type { Operation, Store, StoredDescription, StoredDocument } from './store.ts';
import { damaged, storeErrorOf } from './store-error.ts';
import { createTraces } from './traces.ts';

const statementsOf = (database: DatabaseSync) => ({
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
  const { begin, commit } = statements;
  const apply = operationWriter(statements);
  const traces = createTraces(database, dir);

  const checked = (collection: number, seq: number, body: unknown, checksum: unknown): Uint8Array => {
    if (body instanceof Uint8Array && checksumOf(collection, seq, body) === checksum) return body;
    hasFailed = true;
    throw damaged(file, `wrong checksum of row ${seq} of collection ${collection}`);
  };

  function* documents(collection: number): Generator<StoredDocument> {
    const rows = database.prepare(
      'SELECT seq, body, checksum FROM document WHERE collection = ? ORDER BY seq',
    );
    // an array for each row takes a fifth less time than an object
    rows.setReturnArrays(true);
    try {
      for (const row of rows.iterate(collection)) {
        const [seq, body, checksum]: unknown[] = Array.isArray(row) ? row : [];
        yield { seq: Number(seq), body: checked(collection, Number(seq), body, checksum) };
      }
    } catch (error) {
      hasFailed = true;
      throw storeErrorOf(error, file);
    }
  }

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
    documents,
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
