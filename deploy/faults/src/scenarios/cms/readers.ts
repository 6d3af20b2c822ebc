import { randomBytes } from 'node:crypto';
import type { Fixture } from '../../fixture.ts';
import { collectionOf } from './cms-process.ts';

export type Subscriber = {
  readonly _id: string;
  readonly email: string;
  readonly state: 'active' | 'pending';
  readonly askedAt: string;
  readonly confirmedAt: string | null;
  readonly userId: null;
};

const CHUNK = 5_000;
const EARLIER_MS = 60_000;

export const randomName = (prefix: string): string => `${prefix}-${randomBytes(5).toString('hex')}`;

/** Replaces all subscribers by this number of confirmed ones, as many confirmations would add. */
export const replaceSubscribers = async (fixture: Fixture, count: number): Promise<Subscriber[]> => {
  const subscribers = collectionOf<Subscriber>(fixture, 'subscribers');
  await subscribers.deleteMany({});
  const run = randomName('r');
  const at = new Date(Date.now() - EARLIER_MS).toISOString();
  const added = Array.from({ length: count }, (_, n): Subscriber => {
    const _id = `${run}-${String(n).padStart(6, '0')}`;
    return {
      _id,
      email: `${_id}@letters.example`,
      state: 'active',
      askedAt: at,
      confirmedAt: at,
      userId: null,
    };
  });
  for (let from = 0; from < count; from += CHUNK)
    await subscribers.insertMany(added.slice(from, from + CHUNK));
  return added;
};

export const isSubscribed = async (fixture: Fixture, ids: readonly string[]): Promise<Set<string>> => {
  const found = await collectionOf<Subscriber>(fixture, 'subscribers')
    .find({ _id: { $in: [...ids] }, state: 'active' }, { projection: { _id: 1 } })
    .toArray();
  return new Set(found.map(({ _id }) => _id));
};
