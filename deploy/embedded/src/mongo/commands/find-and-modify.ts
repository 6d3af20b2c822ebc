import { type Doc, decode, decodeTyped } from '../documents.ts';
import { type Entry, typedDocOf } from '../entry.ts';
import { failedToParse } from '../errors.ts';
import { compileProjection } from '../project.ts';
import { findEntries } from '../query.ts';
import { checkUpdate } from '../update/apply.ts';
import { isDocument } from '../values.ts';
import { type Call, type Commands, maxTime, optionalDocument, type Server } from './command.ts';
import { requireHint, statementOf, updateEntry, upsert, variablesOf } from './write.ts';

type Shape = (raw: Uint8Array) => Doc;

/** The document as the client wants to see it, with its number types. */
const shapeFor = (fields: unknown, filter: unknown): Shape => {
  if (!isDocument(fields) || Object.keys(fields).length === 0) return decodeTyped;
  const project = compileProjection(fields, filter);
  return (raw) => project(decodeTyped(raw), decode(raw));
};

const findAndModify = (server: Server, call: Call): Doc => {
  const { command, db, request } = call;
  const name = String(command.findAndModify ?? command.findandmodify);
  const filter = optionalDocument(command.query, 'query') ?? {};
  const collection = server.engine.find(db, name);
  requireHint(collection, command.hint);
  const isRemoval = command.remove === true;
  if (!isRemoval) {
    if (command.update === undefined)
      throw failedToParse('Either an update or remove=true must be specified');
    checkUpdate(command.update, false);
  }
  const shape = shapeFor(command.fields, filter);
  const variables = variablesOf(command.let);
  const entry: Entry | undefined = collection
    ? findEntries(collection, {
        filter,
        sort: command.sort,
        limit: 1,
        variables,
        collation: command.collation,
        hint: command.hint,
        maxTimeMS: maxTime(command),
        allowsWhere: server.settings.allowsWhere,
      }).entries[0]
    : undefined;
  if (isRemoval) {
    if (!entry || !collection) return { lastErrorObject: { n: 0 }, value: null, ok: 1 };
    const value = shape(entry.raw);
    collection.remove(entry);
    return { lastErrorObject: { n: 1 }, value, ok: 1 };
  }
  const options = { bypassesValidation: command.bypassDocumentValidation === true };
  const typed = decodeTyped(request.body);
  const statement = statementOf(
    typed,
    { ...command, query: filter },
    { filter: 'query', update: 'update' },
    variables,
  );
  const wantsNew = command.new === true;
  if (entry && collection) {
    const before = entry.raw;
    // The projection is computed first when it is of the old document: a bad one must not leave a change.
    const old = wantsNew ? undefined : shape(before);
    updateEntry(collection, entry, statement, options);
    return {
      lastErrorObject: { n: 1, updatedExisting: true },
      value: old ?? shape(entry.raw),
      ok: 1,
    };
  }
  if (command.upsert !== true)
    return { lastErrorObject: { n: 0, updatedExisting: false }, value: null, ok: 1 };
  const made = upsert(server, db, name, { ...statement, filter: typed.query ?? {} }, options);
  return {
    lastErrorObject: { n: 1, updatedExisting: false, upserted: typedDocOf(made)._id },
    value: wantsNew ? shape(made.raw) : null,
    ok: 1,
  };
};

export const findAndModifyCommands: Commands = { findAndModify, findandmodify: findAndModify };
