/** A store that does not fit in memory, in its own process: clients use it while it is loaded, and it is killed and stopped then. */
import { type Collection, MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { spawnMongo } from '../src/index.ts';
import { temporaryFolder } from './fixture.ts';

const RESIDENT_BYTES = 1_000_000;
const BALLAST = 40_000;
const PART = 5_000;
const WRITERS = 8;
const ROUNDS = 4;
const TIMEOUT = { timeout: 180_000 };

type Item = { _id: number; text: string };
type Sale = { _id: string; order: string; writer: number };

const open = async (dir: string) => {
  const server = await spawnMongo({ dir, residentBytes: RESIDENT_BYTES });
  const client = new MongoClient(server.url, { retryWrites: false, serverSelectionTimeoutMS: 2_000 });
  const db = client.db('shop');
  return {
    server,
    db,
    sales: db.collection<Sale>('sales'),
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await server.close();
    },
  };
};

/** Some 40 MB before and after the sales, so that they are loaded in the middle. */
const fill = async (dir: string): Promise<void> => {
  await using shop = await open(dir);
  const insert = async (name: string): Promise<void> => {
    for (let from = 0; from < BALLAST; from += PART)
      await shop.db
        .collection<Item>(name)
        .insertMany(Array.from({ length: PART }, (_, n) => ({ _id: from + n, text: 'ballast '.repeat(60) })));
  };
  await insert('before');
  await shop.sales.createIndex({ order: 1 }, { unique: true });
  await insert('after');
};

/** Sells each order twice under different ids, of which the unique index refuses one, until the connection breaks. */
const sell = async (
  sales: Collection<Sale>,
  writer: number,
  round: number,
  sold: Map<string, string>,
): Promise<string[]> => {
  const wrong: string[] = [];
  try {
    for (let n = 0; ; n += 1) {
      const order = `${round}-${writer}-${n}`;
      const outcomes = await Promise.allSettled(
        ['a', 'b'].map(async (copy) => {
          const _id = `${order}-${copy}`;
          await sales.insertOne({ _id, order, writer });
          sold.set(order, _id);
        }),
      );
      const reasons: unknown[] = outcomes.flatMap((each) =>
        each.status === 'rejected' ? [each.reason] : [],
      );
      if (reasons.length === 0) wrong.push(`${order} was sold twice`);
      const broken = reasons.find(
        (reason) => !(reason instanceof Error && 'code' in reason && reason.code === 11_000),
      );
      if (broken !== undefined) throw broken;
      if (reasons.length === 2) wrong.push(`${order} was refused twice`);
      const found = await sales.findOne({ order });
      if (found?._id !== sold.get(order)) wrong.push(`${order} is not found`);
    }
  } catch {
    return wrong;
  }
};

const expectSales = async (sales: Collection<Sale>, sold: ReadonlyMap<string, string>): Promise<void> => {
  const stored = await sales.find().toArray();
  const idOf = new Map(stored.map(({ _id, order }) => [order, _id]));
  expect(idOf.size).toBe(stored.length);
  expect([...sold].filter(([order, _id]) => idOf.get(order) !== _id)).toEqual([]);
};

it('sells nothing twice and loses nothing when it is killed while it is loaded', TIMEOUT, async () => {
  using folder = temporaryFolder();
  await fill(folder.path);
  const sold = new Map<string, string>();

  for (let round = 0; round < ROUNDS; round += 1) {
    await using shop = await open(folder.path);
    const target = sold.size + round * 40;
    const writers = Promise.all(
      Array.from({ length: WRITERS }, (_, writer) => sell(shop.sales, writer, round, sold)),
    );
    await expect.poll(() => sold.size, { timeout: 30_000, interval: 1 }).toBeGreaterThan(target);
    process.kill(shop.server.pid, 'SIGKILL');
    await shop.server.exited;
    expect((await writers).flat()).toEqual([]);
  }

  await using shop = await open(folder.path);
  await expectSales(shop.sales, sold);
  expect(await shop.db.collection('before').countDocuments()).toBe(BALLAST);
  expect(await shop.db.collection('after').countDocuments()).toBe(BALLAST);
});

it('stops while it is loaded, with what was acknowledged', TIMEOUT, async () => {
  using folder = temporaryFolder();
  await fill(folder.path);
  const sold = new Map<string, string>();
  {
    await using shop = await open(folder.path);
    const writer = sell(shop.sales, 0, 0, sold);
    await expect.poll(() => sold.size, { timeout: 30_000, interval: 1 }).toBeGreaterThan(0);
    await shop.server.close();
    expect((await shop.server.exited).code).toBe(0);
    expect(await writer).toEqual([]);
  }

  await using shop = await open(folder.path);
  await expectSales(shop.sales, sold);
  const { storageEngine } = await shop.db.admin().serverStatus();
  expect(storageEngine.storedBytes).toBeGreaterThan(RESIDENT_BYTES);
  expect(storageEngine.maxResidentBytes).toBe(RESIDENT_BYTES);
});

it(
  'changes a collection as usual, and drops and renames others, before they are loaded',
  TIMEOUT,
  async () => {
    using folder = temporaryFolder();
    await fill(folder.path);
    {
      await using shop = await open(folder.path);
      const { db } = shop;
      await Promise.all([
        db.collection<Item>('after').updateOne({ _id: 7 }, { $set: { text: 'changed' } }),
        db.collection<Item>('after').deleteOne({ _id: 8 }),
        db.collection('before').rename('behind'),
        db.collection('after').insertOne({ text: 'new' }),
      ]);
      await db.collection('sales').drop();
      expect(await db.collection<Item>('after').countDocuments()).toBe(BALLAST);
      process.kill(shop.server.pid, 'SIGKILL');
      await shop.server.exited;
    }

    await using shop = await open(folder.path);
    const names = (await shop.db.listCollections().toArray()).map(({ name }) => name);
    expect(names.sort()).toEqual(['after', 'behind']);
    expect(await shop.db.collection('behind').countDocuments()).toBe(BALLAST);
    expect(await shop.db.collection<Item>('after').findOne({ _id: 7 })).toMatchObject({ text: 'changed' });
    expect(await shop.db.collection<Item>('after').findOne({ _id: 8 })).toBeNull();
    expect(await shop.db.collection('after').countDocuments()).toBe(BALLAST);
  },
);

it('is not started with a limit that is no number of bytes', async () => {
  using folder = temporaryFolder();
  await expect(spawnMongo({ dir: folder.path, residentBytes: -1 })).rejects.toMatchObject({
    code: 78,
    message: expect.stringContaining('RESIDENT_BYTES is a number of bytes, not "-1"'),
  });
});
