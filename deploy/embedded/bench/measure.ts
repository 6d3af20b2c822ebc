import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { type SpawnedMongo, spawnMongo } from '../src/index.ts';

/**
 * Measures a durable server in a separate process through the official driver, and prints JSON lines.
 * `node deploy/embedded/bench/measure.ts [--docs 100000] [--rounds 2000]`
 */

const { values } = parseArgs({
  options: { docs: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '2000' } },
});
const DOCS = Number(values.docs);
const ROUNDS = Number(values.rounds);

const print = (line: Document): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

const percentile = (sorted: readonly number[], part: number): number =>
  Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 1000) / 1000;

/** Sequential operations; latencies in milliseconds. */
const latency = async (
  name: string,
  rounds: number,
  run: (round: number) => Promise<unknown>,
): Promise<void> => {
  const taken: number[] = [];
  for (let round = -20; round < rounds; round++) {
    const start = performance.now();
    await run(round + 20);
    if (round >= 0) taken.push(performance.now() - start);
  }
  taken.sort((a, b) => a - b);
  print({
    name,
    rounds,
    p50: percentile(taken, 0.5),
    p95: percentile(taken, 0.95),
    p99: percentile(taken, 0.99),
  });
};

/** Concurrent operations for three seconds; operations per second. */
const throughput = async (
  name: string,
  clients: number,
  run: (n: number) => Promise<unknown>,
): Promise<void> => {
  const until = performance.now() + 3000;
  const start = performance.now();
  let done = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < until) await run(done++);
  };
  await Promise.all(Array.from({ length: clients }, work));
  print({ name, clients, perSecond: Math.round((done * 1000) / (performance.now() - start)) });
};

const STATUSES = ['draft', 'published', 'archived'];

const book = (n: number): Document => ({
  sku: `sku-${n}`,
  title: `A book of some length, number ${n}`,
  status: STATUSES[n % 3],
  tags: [`tag-${n % 50}`, `tag-${n % 7}`],
  price: { minor: 100 * (n % 997), currency: 'INR' },
  views: 0,
  createdAt: new Date(1_700_000_000_000 + ((n * 7919) % DOCS) * 1000),
  about: 'Words about the book without an index. '.repeat(12),
});

const fill = async (books: Collection): Promise<void> => {
  await books.createIndex({ sku: 1 }, { unique: true });
  await books.createIndex({ status: 1, createdAt: -1 });
  await books.createIndex({ 'price.minor': 1 });
  await books.createIndex({ tags: 1 });
  await books.createIndex({ createdAt: 1 });
  const start = performance.now();
  for (let from = 0; from < DOCS; from += 1000)
    await books.insertMany(Array.from({ length: Math.min(1000, DOCS - from) }, (_, i) => book(from + i)));
  print({ name: 'insertMany by 1000', perSecond: Math.round((DOCS * 1000) / (performance.now() - start)) });
};

const residentMegabytes = (pid: number): number => {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1024);
};

const random = (): number => Math.floor(Math.random() * DOCS);

const measure = async (server: SpawnedMongo): Promise<void> => {
  await using client = new MongoClient(server.url, { maxPoolSize: 64 });
  const books = client.db('bench').collection('books');
  print({ name: 'resident, empty', megabytes: residentMegabytes(server.pid) });
  await fill(books);
  print({ name: 'resident, filled', megabytes: residentMegabytes(server.pid), docs: DOCS });
  await latency('findOne by unique sku', ROUNDS, () => books.findOne({ sku: `sku-${random()}` }));
  await latency('24 of a status, newest first', ROUNDS, (n) =>
    books
      .find({ status: STATUSES[n % 3] })
      .sort({ createdAt: -1 })
      .limit(24)
      .toArray(),
  );
  await latency('24 newest of all', ROUNDS, () => books.find().sort({ createdAt: -1 }).limit(24).toArray());
  await latency('24 of a price range, by price', ROUNDS, () =>
    books
      .find({ 'price.minor': { $gte: 20_000, $lt: 30_000 } })
      .sort({ 'price.minor': 1 })
      .limit(24)
      .toArray(),
  );
  await latency('durable insertOne', ROUNDS, (n) => books.insertOne(book(DOCS + n)));
  await latency('durable $inc', ROUNDS, () =>
    books.updateOne({ sku: `sku-${random()}` }, { $inc: { views: 1 } }),
  );
  await throughput('durable $inc', 16, () =>
    books.updateOne({ sku: `sku-${random()}` }, { $inc: { views: 1 } }),
  );
  await throughput('durable insertOne', 16, (n) => books.insertOne(book(2 * DOCS + ROUNDS + n)));
  await throughput('findOne by unique sku', 16, () => books.findOne({ sku: `sku-${random()}` }));
  await latency('count without an index', 5, () => books.countDocuments({ views: { $gt: 1_000_000 } }));
  await latency('group over a third', 5, () =>
    books
      .aggregate([{ $match: { status: 'draft' } }, { $group: { _id: '$price.minor', n: { $sum: 1 } } }])
      .toArray(),
  );
  print({ name: 'resident, worked', megabytes: residentMegabytes(server.pid) });
};

const start = async (dir: string, name: string): Promise<SpawnedMongo> => {
  const from = performance.now();
  const server = await spawnMongo({ dir });
  print({ name, milliseconds: Math.round(performance.now() - from) });
  return server;
};

const dir = mkdtempSync(join(tmpdir(), 'embedded-bench-'));
try {
  {
    await using server = await start(dir, 'start, empty');
    await measure(server);
  }
  await using server = await start(dir, 'start, filled');
  print({ name: 'resident, restarted', megabytes: residentMegabytes(server.pid) });
} finally {
  rmSync(dir, { recursive: true, force: true });
}
