/** The same commands to a store that keeps no document in memory and to one that keeps all. */
import { type Collection, type Document, type Filter, MongoClient, type Sort } from 'mongodb';
import { expect, it } from 'vitest';
import { startMongo } from '../src/index.ts';
import { temporaryFolder } from './fixture.ts';

const DOCS = 400;
const STEPS = 300;
const RESTART_EVERY = 75;

/** Numbers below a limit, always the same ones (xorshift). */
const numbers = (seed: number) => {
  let state = seed;
  return (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
};

type Random = ReturnType<typeof numbers>;

type Thing = { _id: number; n: number; group: string; tags: string[]; text: string };

const thing = (random: Random, _id: number): Thing => ({
  _id,
  n: random(50),
  group: `g${random(7)}`,
  tags: Array.from({ length: random(4) }, () => `t${random(5)}`),
  text: 'word '.repeat(random(60)),
});

const FILTERS: readonly ((random: Random) => Filter<Thing>)[] = [
  () => ({}),
  (random) => ({ _id: random(DOCS) }),
  (random) => ({ group: `g${random(7)}` }),
  (random) => ({ n: { $gte: random(50) }, tags: `t${random(5)}` }),
  (random) => ({ $or: [{ _id: random(DOCS) }, { n: random(50) }] }),
];
const SORTS: readonly Sort[] = [
  {},
  { _id: 1 },
  { _id: -1 },
  { n: 1, _id: 1 },
  { text: -1, _id: 1 },
  { $natural: -1 },
];
const PROJECTIONS: readonly Document[] = [{}, { text: 0 }, { n: 1 }, { tags: { $slice: 1 } }];

const pick = <T>(random: Random, list: readonly T[]): T => {
  const item = list[random(list.length)];
  if (item === undefined) throw new Error('an empty list');
  return item;
};

type Act = (things: Collection<Thing>) => Promise<unknown>;

const readOf = (random: Random): Act => {
  const filter = pick(random, FILTERS)(random);
  const options = {
    sort: pick(random, SORTS),
    projection: pick(random, PROJECTIONS),
    skip: random(3) === 0 ? random(DOCS) : 0,
    limit: random(3) === 0 ? random(DOCS) : 0,
    batchSize: 1 + random(150),
  };
  return (things) => things.find(filter, options).toArray();
};

const writeOf = (random: Random): Act => {
  const filter = pick(random, FILTERS.slice(1))(random);
  const added = thing(random, random(2 * DOCS));
  const n = random(50);
  const acts: readonly Act[] = [
    (things) => things.insertOne(added).catch(({ code }: { code: unknown }) => code),
    (things) => things.updateMany(filter, { $set: { n }, $push: { tags: 't0' } }),
    (things) =>
      things.updateOne(filter, [{ $set: { text: { $concat: ['$group', '$text'] } } }], { upsert: false }),
    (things) => things.replaceOne({ _id: added._id }, { ...added, n }, { upsert: true }),
    (things) => things.findOneAndUpdate(filter, { $inc: { n: 1 } }, { sort: { n: -1, _id: 1 } }),
    (things) => things.findOneAndDelete(filter, { sort: { _id: 1 } }),
    (things) =>
      things
        .aggregate([
          { $match: filter },
          { $group: { _id: '$group', n: { $sum: '$n' } } },
          { $sort: { _id: 1 } },
        ])
        .toArray(),
    (things) => things.distinct('tags', filter),
  ];
  return pick(random, acts);
};

const open = async (dir: string, residentBytes: number) => {
  const server = await startMongo({ dir, residentBytes });
  const client = new MongoClient(server.url);
  const close = async (): Promise<void> => {
    await client.close();
    await server.close();
  };
  return { things: client.db('same').collection<Thing>('things'), close };
};

it.each([7, 2_026])('gives the same answers without any document in memory (%i)', async (seed) => {
  using onFile = temporaryFolder();
  using inMemory = temporaryFolder();
  const both = () =>
    Promise.all([open(onFile.path, 0), open(inMemory.path, Number.POSITIVE_INFINITY)] as const);
  let stores = await both();
  const close = async (): Promise<void> => {
    for (const store of stores) await store.close();
  };
  await using _stores = { [Symbol.asyncDispose]: close };
  const random = numbers(seed);
  const docs = Array.from({ length: DOCS }, (_, n) => thing(random, n));
  const inEach = (act: Act): Promise<unknown[]> => Promise.all(stores.map(({ things }) => act(things)));
  await inEach((things) => things.insertMany(docs));
  await inEach((things) => things.createIndexes([{ key: { group: 1, n: -1 } }, { key: { tags: 1 } }]));

  for (let step = 1; step <= STEPS; step += 1) {
    const [one, other] = await inEach(random(2) === 0 ? readOf(random) : writeOf(random));
    expect(one).toEqual(other);
    if (step % RESTART_EVERY > 0) continue;
    await close();
    stores = await both();
  }
  const [one, other] = await inEach((things) => things.find().toArray());
  expect(one).toEqual(other);
});
