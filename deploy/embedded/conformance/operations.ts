import type { Document } from 'bson';
import type { AbstractCursor, ClientBulkWriteModel, Collection, Db, MongoClient } from 'mongodb';

type Arguments = Document;

const all = async (cursor: AbstractCursor): Promise<unknown[]> => {
  const found: unknown[] = [];
  for await (const item of cursor) found.push(item);
  return found;
};

type OnCollection = (collection: Collection, options: Arguments) => Promise<unknown>;

const COLLECTION: { [name: string]: OnCollection } = {
  aggregate: (collection, { pipeline, ...options }) => all(collection.aggregate(pipeline, options)),
  bulkWrite: (collection, { requests, ...options }) => collection.bulkWrite(requests, options),
  count: (collection, { filter, ...options }) => collection.count(filter, options),
  countDocuments: (collection, { filter, ...options }) => collection.countDocuments(filter, options),
  createIndex: (collection, { keys, ...options }) => collection.createIndex(keys, options),
  deleteMany: (collection, { filter, ...options }) => collection.deleteMany(filter, options),
  deleteOne: (collection, { filter, ...options }) => collection.deleteOne(filter, options),
  distinct: (collection, { fieldName, filter, ...options }) =>
    collection.distinct(fieldName, filter, options),
  estimatedDocumentCount: (collection, options) => collection.estimatedDocumentCount(options),
  find: (collection, { filter, ...options }) => all(collection.find(filter, options)),
  findOne: (collection, { filter, ...options }) => collection.findOne(filter, options),
  findOneAndDelete: (collection, { filter, ...options }) => collection.findOneAndDelete(filter, options),
  findOneAndReplace: (collection, { filter, replacement, ...options }) =>
    collection.findOneAndReplace(filter, replacement, returning(options)),
  findOneAndUpdate: (collection, { filter, update, ...options }) =>
    collection.findOneAndUpdate(filter, update, returning(options)),
  insertMany: (collection, { documents, ...options }) => collection.insertMany(documents, options),
  insertOne: (collection, { document, ...options }) => collection.insertOne(document, options),
  replaceOne: (collection, { filter, replacement, ...options }) =>
    collection.replaceOne(filter, replacement, options),
  updateMany: (collection, { filter, update, ...options }) => collection.updateMany(filter, update, options),
  updateOne: (collection, { filter, update, ...options }) => collection.updateOne(filter, update, options),
};

const returning = ({ returnDocument, ...options }: Arguments): Arguments =>
  returnDocument === undefined
    ? options
    : { ...options, returnDocument: String(returnDocument).toLowerCase() };

const DATABASE: { [name: string]: (db: Db, options: Arguments) => Promise<unknown> } = {
  aggregate: (db, { pipeline, ...options }) => all(db.aggregate(pipeline, options)),
  createCollection: (db, { collection, ...options }) => db.createCollection(collection, options),
  dropCollection: (db, { collection }) => db.dropCollection(collection),
  modifyCollection: (db, { collection, ...options }) => db.command({ collMod: collection, ...options }),
};

/** Thrown for an operation that this runner does not support; such tests are counted separately. */
export class UnknownOperation extends Error {}

export const onCollection = (name: string, collection: Collection, options: Arguments): Promise<unknown> => {
  const run = COLLECTION[name];
  if (!run) throw new UnknownOperation(name);
  return run(collection, options);
};

export const onDatabase = (name: string, db: Db, options: Arguments): Promise<unknown> => {
  const run = DATABASE[name];
  if (!run) throw new UnknownOperation(name);
  return run(db, options);
};

export const onClient = (name: string, client: MongoClient, options: Arguments): Promise<unknown> => {
  if (name !== 'clientBulkWrite') throw new UnknownOperation(name);
  const { models, ...rest } = options;
  return client.bulkWrite(
    models.map((model: Document): ClientBulkWriteModel => {
      const [kind = ''] = Object.keys(model);
      return { name: kind, ...model[kind] };
    }),
    rest,
  );
};
