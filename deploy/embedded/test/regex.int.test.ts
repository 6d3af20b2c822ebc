/** Patterns that take exponential time in a backtracking engine must not hold up other connections. */
import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { spawnMongo } from '../src/index.ts';
import { temporaryFolder } from './fixture.ts';

const CATASTROPHIC = ['(a+)+$', '(a|aa)+$', '^(a?){60}a{60}$'];
/** The test is never ready within its time when one pattern blocks the server: 2^40 steps are hours. */
const TEXT = `${'a'.repeat(60)}!`;

it('a catastrophic pattern of one client does not hold up another', async () => {
  using folder = temporaryFolder();
  await using server = await spawnMongo({ dir: folder.path });
  await using hostile = new MongoClient(server.url);
  await using other = new MongoClient(server.url);
  const notes = hostile.db('test').collection('notes');
  await notes.insertMany(Array.from({ length: 50 }, () => ({ text: TEXT, list: [TEXT] })));

  const queries = CATASTROPHIC.flatMap((regex) => [
    notes.countDocuments({ text: { $regex: regex, $options: 'i' } }),
    notes.countDocuments({ list: { $elemMatch: { $in: [new RegExp(regex)] } } }),
    notes.countDocuments({ $expr: { $regexMatch: { input: '$text', regex } } }),
  ]);
  await other.db('test').command({ ping: 1 });

  expect(await Promise.all(queries)).toEqual(queries.map(() => 0));
});
