import type { Collection } from '../collection.ts';
import { type Doc, decode, decodeTyped, encode } from '../documents.ts';
import { checkDocument } from '../elements.ts';
import { type Entry, typedDocOf } from '../entry.ts';
import { MongoError, statementFailure } from '../errors.ts';
import { fieldReader } from '../field-reader.ts';
import { checkFilter, findEntries, hintedIndex } from '../query.ts';
import { checkUpdate, documentToUpsert, type UpdateStatement } from '../update/apply.ts';
import { touchedFields, updatedBytes } from '../update/bytes.ts';
import { isDocument, numberOf } from '../values.ts';
import { type Call, type Commands, collectionName, rawList, type Server } from './command.ts';

type WriteErrors = {
  readonly errors: Doc[];
  readonly attempt: (index: number, write: () => void) => boolean;
};

/** Runs the statements of a write command; an ordered one stops at the first failure. */
const statements = (isOrdered: boolean): WriteErrors => {
  const errors: Doc[] = [];
  return {
    errors,
    attempt: (index, write) => {
      try {
        write();
        return true;
      } catch (error) {
        errors.push(statementFailure(index, error));
        return !isOrdered;
      }
    },
  };
};

const runAll = <T>(call: Call, list: readonly T[], write: (item: T, index: number) => void): Doc => {
  const { errors, attempt } = statements(call.command.ordered !== false);
  for (const [index, item] of list.entries()) if (!attempt(index, () => write(item, index))) break;
  return errors.length > 0 ? { writeErrors: errors } : {};
};

export const writableCollection = (server: Server, db: string, name: string): Collection => {
  const collection = server.engine.ensure(db, name);
  refuseView(collection);
  return collection;
};

const refuseView = (collection: Collection | undefined): void => {
  if (collection?.options.viewOn !== undefined)
    throw new MongoError(166, `Namespace ${collection.db}.${collection.name} is a view, not a collection`);
};

const bypassesValidation = (command: Doc): boolean => command.bypassDocumentValidation === true;

const insert = (server: Server, call: Call): Doc => {
  const collection = writableCollection(server, call.db, collectionName(call, 'insert'));
  let n = 0;
  const failures = runAll(call, rawList(call, 'documents'), (raw) => {
    checkDocument(raw);
    if (!bypassesValidation(call.command)) collection.validate(raw);
    collection.insert(raw);
    n++;
  });
  return { n, ...failures, ok: 1 };
};

export type UpdateOptions = { readonly bypassesValidation: boolean };

/** Updates one document; true when its bytes changed. */
export const updateEntry = (
  collection: Collection,
  entry: Entry,
  statement: UpdateStatement,
  options: UpdateOptions,
): boolean => {
  const touched = touchedFields(statement.update);
  const raw = updatedBytes(entry.raw, statement, touched);
  if (Buffer.compare(raw, entry.raw) === 0) return false;
  if (!options.bypassesValidation) collection.validate(raw, entry);
  collection.replace(entry, raw, touched);
  return true;
};

/** Inserts the document of an upsert without a match. */
export const upsert = (
  server: Server,
  db: string,
  name: string,
  statement: UpdateStatement,
  options: UpdateOptions,
): Entry => {
  const collection = writableCollection(server, db, name);
  const raw = encode(documentToUpsert(statement));
  if (!options.bypassesValidation) collection.validate(raw);
  return collection.insert(raw);
};

export const variablesOf = (...scopes: unknown[]): Doc => {
  const variables: Doc = {};
  for (const scope of scopes) if (isDocument(scope)) Object.assign(variables, scope);
  return variables;
};

/** The fields of a statement that are read promoted; stored values are read with their types. */
const readQuestion = fieldReader(['q', 'upsert', 'multi', 'c', 'collation', 'hint', 'sort']);
const readChange = fieldReader(['u', 'arrayFilters'], true);

/** Typed for stored values, promoted for computed expressions. */
const statementOf = (raw: Uint8Array, filter: unknown, variables: Doc): UpdateStatement => {
  const { u: update, arrayFilters } = readChange(raw);
  return { filter, update: Array.isArray(update) ? decode(raw).u : update, arrayFilters, variables };
};

type Statement = { readonly raw: Uint8Array; readonly question: Doc };

type UpdateTotals = { n: number; modified: number; readonly upserted: Doc[] };

const updateOne = (
  server: Server,
  call: Call,
  { raw, question }: Statement,
  index: number,
  totals: UpdateTotals,
): void => {
  const { engine } = server;
  const { command, db } = call;
  const name = collectionName(call, 'update');
  const isMulti = question.multi === true;
  const variables = variablesOf(command.let, question.c);
  const statement = statementOf(raw, question.q, variables);
  checkUpdate(statement.update, isMulti);
  const options = { bypassesValidation: bypassesValidation(command) };
  const collection = engine.find(db, name);
  refuseView(collection);
  if (!collection) checkFilter(question.q);
  const entries = collection
    ? findEntries(collection, {
        filter: question.q,
        limit: isMulti ? 0 : 1,
        variables,
        collation: question.collation,
        hint: question.hint,
        sort: question.sort,
      }).entries
    : [];
  if (entries.length === 0 && question.upsert === true) {
    const entry = upsert(server, db, name, { ...statement, filter: decodeTyped(raw).q }, options);
    totals.upserted.push({ index, _id: typedDocOf(entry)._id });
    totals.n++;
    return;
  }
  for (const entry of entries) {
    if (collection && updateEntry(collection, entry, statement, options)) totals.modified++;
    totals.n++;
  }
};

const update = (server: Server, call: Call): Doc => {
  const list = rawList(call, 'updates').map((raw): Statement => ({ raw, question: readQuestion(raw) }));
  if (Number.parseInt(server.settings.version, 10) < 8 && list.some(({ question }) => 'sort' in question))
    throw new MongoError(40415, "BSON field 'update.updates.sort' is an unknown field.");
  const totals: UpdateTotals = { n: 0, modified: 0, upserted: [] };
  const failures = runAll(call, list, (statement, index) =>
    updateOne(server, call, statement, index, totals),
  );
  const { n, modified, upserted } = totals;
  return { n, nModified: modified, ...(upserted.length > 0 ? { upserted } : {}), ...failures, ok: 1 };
};

const remove = (server: Server, call: Call): Doc => {
  const collection = server.engine.find(call.db, collectionName(call, 'delete'));
  refuseView(collection);
  let n = 0;
  const failures = runAll(call, rawList(call, 'deletes').map(decode), (statement) => {
    if (!collection) return checkFilter(statement.q);
    const { entries } = findEntries(collection, {
      filter: statement.q,
      limit: numberOf(statement.limit),
      variables: variablesOf(call.command.let),
      collation: statement.collation,
      hint: statement.hint,
    });
    for (const entry of entries) {
      collection.remove(entry);
      n++;
    }
  });
  return { n, ...failures, ok: 1 };
};

/** A hint without an existing index is an error before anything is written. */
export const requireHint = (collection: Collection | undefined, hint: unknown): void => {
  if (collection) hintedIndex(collection, hint);
};

export const writeCommands: Commands = { insert, update, delete: remove };
