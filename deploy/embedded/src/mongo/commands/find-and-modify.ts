import { type Doc, encodeComputed } from '../documents.ts';
import { type Entry, typedDocOf } from '../entry.ts';
import { failedToParse } from '../errors.ts';
import { fieldReader } from '../field-reader.ts';
import { compileShape } from '../project.ts';
import { findEntries } from '../query.ts';
import { documentUnder, replaceFields } from '../top-fields.ts';
import { checkUpdate, type UpdateStatement } from '../update/apply.ts';
import { type Call, type Commands, maxTime, optionalDocument, type Server } from './command.ts';
import { requireHint, updateEntry, upsert, variablesOf } from './write.ts';

/** The response with a stored document, types included. */
const answer = (lastErrorObject: Doc, value: Uint8Array | null): Uint8Array => {
  const reply = encodeComputed({ lastErrorObject, value: null, ok: 1 });
  return value ? replaceFields(reply, VALUE, documentUnder('value', value)) : reply;
};

const VALUE: ReadonlySet<string> = new Set(['value']);

/** An upsert stores the equality conditions of the query. */
const readQuery = fieldReader(['query'], true);

const findAndModify = (server: Server, call: Call): Uint8Array => {
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
  const shape = compileShape(command.fields, filter);
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
      }).entries[0]
    : undefined;
  if (isRemoval) {
    if (!entry || !collection) return answer({ n: 0 }, null);
    const value = shape(entry.raw);
    collection.remove(entry);
    return answer({ n: 1 }, value);
  }
  const options = { bypassesValidation: command.bypassDocumentValidation === true };
  const { update, arrayFilters } = command;
  const statement: UpdateStatement = { filter, update, arrayFilters, variables };
  const wantsNew = command.new === true;
  if (entry && collection) {
    const before = entry.raw;
    // The projection of the old document is computed first: an invalid one must not leave a change.
    const old = wantsNew ? undefined : shape(before);
    updateEntry(collection, entry, statement, options);
    return answer({ n: 1, updatedExisting: true }, old ?? shape(entry.raw));
  }
  if (command.upsert !== true) return answer({ n: 0, updatedExisting: false }, null);
  const made = upsert(
    server,
    db,
    name,
    { ...statement, filter: readQuery(request.body).query ?? {} },
    options,
  );
  const { _id: upserted } = typedDocOf(made);
  return answer({ n: 1, updatedExisting: false, upserted }, wantsNew ? shape(made.raw) : null);
};

export const findAndModifyCommands: Commands = { findAndModify, findandmodify: findAndModify };
