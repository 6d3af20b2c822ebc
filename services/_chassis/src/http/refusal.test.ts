import { mongo } from 'mongoose';
import { expect, it } from 'vitest';
import { Refusal, refusalOf } from './refusal.ts';

// neither is read
const noTopology = {} as mongo.TopologyDescription;
const noResult = {} as mongo.BulkWriteResult;

it.each([
  new mongo.MongoNetworkError('read ECONNRESET'),
  new mongo.MongoServerSelectionError('no server', noTopology),
  Object.assign(new Error('away'), { name: 'PoolClearedOnNetworkError' }),
  // a command of several writes, and the same while no server is known
  new mongo.MongoBulkWriteError(new mongo.MongoNetworkError('read ECONNRESET'), noResult),
  new mongo.MongoBulkWriteError(new mongo.MongoServerSelectionError('no server', noTopology), noResult),
  // a write in several parts to a connection that was reset
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
])('an unavailable store is answered 503 with retry-after, not 500 (%s)', (error) => {
  const refusal = refusalOf(error);

  expect([refusal?.status, refusal?.code, refusal?.more.retryAfter]).toEqual([503, 'unavailable', 1]);
});

it('a duplicate key is a defect', () => {
  const duplicate = { message: 'E11000 duplicate key', code: 11_000 };

  expect(refusalOf(new mongo.MongoServerError(duplicate))).toBe(undefined);
  expect(refusalOf(new mongo.MongoBulkWriteError(duplicate, noResult))).toBe(undefined);
});

it('a refusal is returned unchanged', () => {
  const refusal = new Refusal('not-found', 'Not found');

  expect(refusalOf(refusal)).toBe(refusal);
});
