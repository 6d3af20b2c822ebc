import { ObjectId } from 'bson';
import type { Collection } from '../collection.ts';
import { type Doc, encode, encodeComputed } from '../documents.ts';
import { MongoError } from '../errors.ts';
import { duplicateKey } from '../indexes/index.ts';
import { reach } from '../paths.ts';
import { findEntries } from '../query.ts';
import { isDocument } from '../values.ts';
import type { Server } from './command.ts';
import { updateEntry, variablesOf, writableCollection } from './write.ts';

const targetOf = (server: Server, db: string, target: unknown): Collection => {
  if (!isDocument(target)) return writableCollection(server, db, String(target));
  return writableCollection(server, String(target.db ?? db), String(target.coll));
};

const removeAll = (collection: Collection): void => {
  for (const entry of [...collection.entries.values()]) collection.remove(entry);
};

/** `$out`: replaces the content of the collection atomically; its indexes stay. */
export const writeOut = (server: Server, db: string, target: unknown, docs: readonly Doc[]): void => {
  const collection = targetOf(server, db, target);
  const before = [...collection.entries.values()].map(({ raw }) => raw);
  removeAll(collection);
  try {
    for (const doc of docs) collection.insert(encodeComputed(doc));
  } catch (error) {
    removeAll(collection);
    for (const raw of before) collection.insert(raw);
    throw error;
  }
};

const namesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)]);

/** `$merge`: each document is merged into the one with the same `on` fields, or inserted. */
export const writeMerge = (server: Server, db: string, spec: unknown, docs: readonly Doc[]): void => {
  const settings = isDocument(spec) ? spec : { into: spec };
  const collection = targetOf(server, db, settings.into);
  const on = namesOf(settings.on ?? '_id');
  for (const doc of docs) mergeOne(collection, settings, on, { _id: new ObjectId(), ...doc });
};

const mergeOne = (collection: Collection, settings: Doc, on: readonly string[], doc: Doc): void => {
  const filter: Doc = {};
  for (const name of on) filter[name] = reach(doc, name.split('.'))[0] ?? null;
  const [entry] = findEntries(collection, { filter, limit: 1 }).entries;
  if (!entry) {
    if (settings.whenNotMatched === 'fail')
      throw new MongoError(13113, '$merge could not find a matching document in the target collection');
    if (settings.whenNotMatched !== 'discard') collection.insert(encode(doc));
    return;
  }
  const { whenMatched = 'merge' } = settings;
  const options = { bypassesValidation: false };
  const { _id: _other, ...fields } = doc;
  if (Array.isArray(whenMatched)) {
    const variables = variablesOf(settings.let, { new: doc });
    updateEntry(collection, entry, { filter, update: whenMatched, variables }, options);
  } else if (whenMatched === 'replace') updateEntry(collection, entry, { filter, update: fields }, options);
  else if (whenMatched === 'merge' && Object.keys(fields).length > 0)
    updateEntry(collection, entry, { filter, update: { $set: fields } }, options);
  else if (whenMatched === 'fail')
    throw duplicateKey(`${collection.db}.${collection.name}`, '_id_', { _id: 1 }, doc);
};
