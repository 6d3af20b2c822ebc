import { startMongo } from '@satrangi/embedded';
import mongoose from 'mongoose';
import { systemIds } from '../base/ids.ts';

let shared: Promise<string> | undefined;

/** The MongoDB of this test process: `TEST_MONGODB_URI`, else an embedded in-memory server, started at first use. */
export const testMongo = (): Promise<string> => {
  const given = process.env.TEST_MONGODB_URI;
  shared ??= given ? Promise.resolve(given) : startMongo().then(({ url }) => url);
  return shared;
};

/** A suffix that gives each boot its own databases. */
export const freshSuffix = (): string =>
  `_${systemIds.newId().replaceAll('-', '').slice(0, 12).toLowerCase()}`;

let client: Promise<mongoose.mongo.MongoClient> | undefined;

/** Drops a database of a stopped service: the server is shared by many test files and keeps everything in memory. */
export const dropTestDatabase = async (name: string): Promise<void> => {
  client ??= testMongo().then((url) => mongoose.mongo.MongoClient.connect(url));
  await (await client).db(name).dropDatabase();
};
