import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Document, MongoClient } from 'mongodb';
import { type SpawnedMongo, spawnMongo } from '../src/index.ts';

/**
 * Fills a store, opens it again, and prints JSON lines: time until the server answers and until everything is loaded, its CPU
 * time, and resident memory, also after the first use of each index.
 * `node deploy/embedded/bench/open.ts [--docs 1000000] [--dir kept-folder]`
 */

const { values } = parseArgs({
  options: { docs: { type: 'string', default: '1000000' }, dir: { type: 'string' } },
});
const DOCS = Number(values.docs);
const BATCH = 1_000;
const TICK_MS = 10;

const print = (line: Document): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** 800 bytes, as in `measure.ts`. */
const bookOf = (n: number): Document => ({
  sku: `sku-${n}`,
  title: `A book of some length, number ${n}`,
  status: ['draft', 'published', 'archived'][n % 3],
  tags: [`tag-${n % 50}`, `tag-${n % 7}`],
  price: { minor: 100 * (n % 997), currency: 'INR' },
  views: 0,
  createdAt: new Date(1_700_000_000_000 + ((n * 7919) % DOCS) * 1000),
  about: 'Words about the book without an index. '.repeat(12),
});

/** Five indexes besides the one of `_id`, and a query that uses each. */
const INDEXES: readonly { readonly key: Record<string, 1 | -1>; readonly query: Document }[] = [
  { key: { sku: 1 }, query: { sku: 'sku-1' } },
  { key: { status: 1, createdAt: -1 }, query: { status: 'draft', createdAt: new Date(0) } },
  { key: { 'price.minor': 1 }, query: { 'price.minor': 1 } },
  { key: { tags: 1 }, query: { tags: 'none' } },
  { key: { createdAt: 1 }, query: { createdAt: new Date(0) } },
];

const fieldOf = (file: string, pattern: RegExp): number =>
  Number(pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);

const usageOf = (pid: number): { rssMB: number; perDoc: number; cpuMs: number } => {
  const kilobytes = fieldOf(`/proc/${pid}/status`, /VmRSS:\s+(\d+)/);
  const [user = 0, system = 0] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  return {
    rssMB: Math.round(kilobytes / 1_024),
    perDoc: Math.round((kilobytes * 1_024) / DOCS),
    cpuMs: (user + system) * TICK_MS,
  };
};

const booksOf = async (server: SpawnedMongo) => {
  const client = await new MongoClient(server.url).connect();
  return { client, books: client.db('bench').collection('books') };
};

const fill = async (dir: string): Promise<void> => {
  await using server = await spawnMongo({ dir });
  const { client, books } = await booksOf(server);
  for (const { key } of INDEXES) await books.createIndex(key, { unique: 'sku' in key });
  const began = performance.now();
  for (let from = 0; from < DOCS; from += BATCH)
    await books.insertMany(
      Array.from({ length: Math.min(BATCH, DOCS - from) }, (_, n) => bookOf(from + n)),
      { ordered: false },
    );
  print({
    name: 'filled',
    perSecond: Math.round((DOCS * 1000) / (performance.now() - began)),
    ...usageOf(server.pid),
  });
  await client.close();
};

const open = async (dir: string): Promise<void> => {
  const began = performance.now();
  await using server = await spawnMongo({ dir });
  print({ name: 'opened', ms: Math.round(performance.now() - began), ...usageOf(server.pid) });
  const { client, books } = await booksOf(server);
  if ((await books.countDocuments()) !== DOCS) throw new Error('documents are missing');
  print({ name: 'loaded', ms: Math.round(performance.now() - began), ...usageOf(server.pid) });
  for (const { key, query } of INDEXES) {
    const from = performance.now();
    await books.findOne(query);
    const name = `first use of ${Object.keys(key).join(', ')}`;
    print({ name, ms: Math.round(performance.now() - from), ...usageOf(server.pid) });
  }
  await client.close();
};

const kept = values.dir;
const dir = kept ?? mkdtempSync(join(tmpdir(), 'embedded-open-'));
try {
  if (kept === undefined || !existsSync(join(kept, 'data.sqlite'))) await fill(dir);
  await open(dir);
} finally {
  if (kept === undefined) rmSync(dir, { recursive: true, force: true });
}
