import { mongo } from 'mongoose';
import { expect, it } from 'vitest';
import { Refusal, refusalOf } from './refusal.ts';

it.each([
  new mongo.MongoNetworkError('read ECONNRESET'),
  // what it knew of the servers is of no use to anybody who catches it
  new mongo.MongoServerSelectionError('no server', {} as mongo.TopologyDescription),
  Object.assign(new Error('away'), { name: 'PoolClearedOnNetworkError' }),
  // written to in pieces when the other side reset it
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
])('while the store is away callers are told to ask again, not that we have a defect (%s)', (error) => {
  const refusal = refusalOf(error);

  expect([refusal?.status, refusal?.code, refusal?.more.retryAfter]).toEqual([503, 'unavailable', 1]);
});

it('a failed rule of the store is a defect all the same', () => {
  expect(refusalOf(new mongo.MongoServerError({ message: 'E11000 duplicate key', code: 11_000 }))).toBe(
    undefined,
  );
});

it('a refusal stays as it is', () => {
  const refusal = new Refusal('not-found', 'Not found');

  expect(refusalOf(refusal)).toBe(refusal);
});
