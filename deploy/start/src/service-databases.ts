import { databaseName, type ServiceName, serviceNames } from '@satrangi/contracts';
import type { Db, MongoClient } from 'mongodb';

export type ServiceDatabase = {
  readonly service: ServiceName;
  readonly db: Db;
  /** Names of its collections. */
  readonly collections: readonly string[];
};

const openDatabase = async (mongo: MongoClient, service: ServiceName): Promise<ServiceDatabase> => {
  const db = mongo.db(databaseName(service));
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  const collections = found.map(({ name }) => name);
  for (const name of collections)
    if (await db.collection(name).findOne({}, { projection: { _id: 1 } }))
      return { service, db, collections };
  throw new Error(
    `the database ${db.databaseName} of ${service} ${collections.length > 0 ? 'is empty' : 'is missing'}: nothing was checked`,
  );
};

/**
 * The database of every service, for tests that search or count everything that is stored.
 * @throws Error naming a database that is missing or empty: a check of it could not fail
 */
export const serviceDatabases = (mongo: MongoClient): Promise<ServiceDatabase[]> =>
  Promise.all(serviceNames.map((service) => openDatabase(mongo, service)));
