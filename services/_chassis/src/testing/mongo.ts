import { startMongo } from '@satrangi/embedded';
import { systemIds } from '../ids.ts';

let shared: Promise<string> | undefined;

/** The MongoDB of this test process: `TEST_MONGODB_URI`, else one embedded server in memory, started on first use. */
export const testMongo = (): Promise<string> => {
  const given = process.env.TEST_MONGODB_URI;
  shared ??= given ? Promise.resolve(given) : startMongo().then(({ url }) => url);
  return shared;
};

/** Makes the databases of one boot its own. */
export const freshSuffix = (): string =>
  `_${systemIds.newId().replaceAll('-', '').slice(0, 12).toLowerCase()}`;
