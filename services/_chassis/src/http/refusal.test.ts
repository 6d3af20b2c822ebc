import { mongo } from 'mongoose';
import { expect, it } from 'vitest';
import { Refusal, refusalOf } from './refusal.ts';

it.each([
  new mongo.MongoNetworkError('read ECONNRESET'),
  // the topology description is not used
  new mongo.MongoServerSelectionError('no server', {} as mongo.TopologyDescription),
  Object.assign(new Error('away'), { name: 'PoolClearedOnNetworkError' }),
  // a write in several parts to a connection that was reset
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
])('an unavailable store is answered 503 with retry-after, not 500 (%s)', (error) => {
  const refusal = refusalOf(error);

  expect([refusal?.status, refusal?.code, refusal?.more.retryAfter]).toEqual([503, 'unavailable', 1]);
});

it('a duplicate key is a defect', () => {
  expect(refusalOf(new mongo.MongoServerError({ message: 'E11000 duplicate key', code: 11_000 }))).toBe(
    undefined,
  );
});

it('a refusal is returned unchanged', () => {
  const refusal = new Refusal('not-found', 'Not found');

  expect(refusalOf(refusal)).toBe(refusal);
});
