import { expect, it } from 'vitest';
import { productionProblems, storeProblems } from './production.ts';

const strong = 'zQ4v9Kx2Lr7Tn5Wb8Yc3Hd6Gf1Js0Pm-aUe';
const settings = (MONGODB_URI: string) => ({
  AMQP_URL: `amqp://payments:${strong}@rabbitmq`,
  REDIS_URL: `redis://payments:${strong}@redis`,
  MONGODB_URI,
  INTERNAL_SECRET: strong,
  CLOCK_SKEW_MS: 0,
  INTERVAL_FACTOR: 1,
});
const hosts = 'one.example:27017,two.example:27017';

it.each([
  [`mongodb://payments:${strong}@mongo:27017/?authSource=satrangi_payments`],
  [`mongodb://payments:${strong}@${hosts}/?replicaSet=rs0&w=majority&journal=true`],
  [`mongodb+srv://payments:${strong}@cluster.example/?retryWrites=true`],
  [`mongodb://${hosts}`],
])('%s is an address for production', (address) => {
  expect(productionProblems(settings(address))).toEqual([]);
});

it.each([
  ['w=1', /^MONGODB_URI asks for a weak write concern/],
  ['w=0', /^MONGODB_URI asks for a weak write concern/],
  ['replicaSet=rs0&w=2', /^MONGODB_URI asks for a weak write concern/],
  ['journal=false', /^MONGODB_URI asks for a weak write concern/],
])('an address with %s is refused, also with several hosts', (query, reason) => {
  for (const host of ['mongo:27017', hosts])
    expect(productionProblems(settings(`mongodb://payments:${strong}@${host}/?${query}`))).toEqual([
      expect.stringMatching(reason),
    ]);
});

it('a weak password is found in an address with several hosts', () => {
  expect(productionProblems(settings(`mongodb://payments:short@${hosts}/`))).toEqual([
    'MONGODB_URI contains a password that has fewer than 16 characters',
  ]);
});

it.each([
  [
    'the embedded store',
    { gitVersion: 'embedded' },
    [expect.stringMatching(/^MONGODB_URI leads to the embedded/)],
  ],
  [
    'a standalone server',
    { gitVersion: 'abc' },
    [expect.stringMatching(/^MONGODB_URI leads to a standalone/)],
  ],
  ['a member of a replica set', { gitVersion: 'abc', setName: 'rs0' }, []],
  ['a router of a sharded cluster', { gitVersion: 'abc', msg: 'isdbgrid' }, []],
])('%s is known by its answers', (_what, answers, problems) => {
  expect(storeProblems(answers)).toEqual(problems);
});
