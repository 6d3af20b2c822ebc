import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Collection, MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { spawnMongo, startMongo } from '../src/index.ts';
import { temporaryFolder } from './fixture.ts';

type Note = { _id: string; writer: number };
type Counter = { _id: number; n: number };

const WRITERS = 16;
const ROUNDS = 5;

/** The acknowledged writes, as counted by the writers. */
type Confirmed = { readonly notes: Set<string>; readonly counts: number[]; readonly unsure: number[] };

/** Writes until the connection breaks. An increment without a response may or may not be stored. */
const write = async (
  client: MongoClient,
  writer: number,
  round: number,
  confirmed: Confirmed,
): Promise<void> => {
  const notes = client.db('test').collection<Note>('notes');
  const counters = client.db('test').collection<Counter>('counters');
  try {
    for (let n = 0; ; n++) {
      const _id = `${round}-${writer}-${n}`;
      await notes.insertOne({ _id, writer });
      confirmed.notes.add(_id);
      confirmed.unsure[writer] = (confirmed.unsure[writer] ?? 0) + 1;
      await counters.updateOne({ _id: writer }, { $inc: { n: 1 } }, { upsert: true });
      confirmed.unsure[writer]--;
      confirmed.counts[writer] = (confirmed.counts[writer] ?? 0) + 1;
    }
  } catch {
    // The server was killed; the next round reads what it stored.
  }
};

const clientFor = (url: string): MongoClient =>
  new MongoClient(url, { retryWrites: false, serverSelectionTimeoutMS: 500, maxPoolSize: WRITERS });

describe('acknowledged writes', () => {
  it('survive repeated kill -9 of a server with sixteen writers', {
    timeout: 120_000,
  }, async () => {
    using folder = temporaryFolder();
    const confirmed: Confirmed = { notes: new Set(), counts: [], unsure: [] };

    for (let round = 0; round < ROUNDS; round++) {
      const server = await spawnMongo({ dir: folder.path });
      const client = clientFor(server.url);
      const target = confirmed.notes.size + 300;
      const writers = Promise.all(
        Array.from({ length: WRITERS }, (_, writer) => write(client, writer, round, confirmed)),
      );
      await expect.poll(() => confirmed.notes.size, { timeout: 20_000, interval: 5 }).toBeGreaterThan(target);
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
      await writers;
      await client.close();
    }

    await using server = await spawnMongo({ dir: folder.path });
    await using client = clientFor(server.url);
    const kept = new Set(await client.db('test').collection<Note>('notes').distinct('_id'));
    const lost = [...confirmed.notes].filter((id) => !kept.has(id));
    expect(lost).toEqual([]);
    const counters = await client.db('test').collection<Counter>('counters').find().toArray();
    for (const { _id, n } of counters) {
      const sure = confirmed.counts[_id] ?? 0;
      expect(n).toBeGreaterThanOrEqual(sure);
      expect(n).toBeLessThanOrEqual(sure + (confirmed.unsure[_id] ?? 0));
    }
    expect(counters).toHaveLength(WRITERS);
  });

  it('survive a restart with indexes, options and order', async () => {
    using folder = temporaryFolder();
    {
      await using server = await startMongo({ dir: folder.path });
      await using client = new MongoClient(server.url);
      const db = client.db('test');
      const things = await db.createCollection<{ _id: number; at: Date }>('things', {
        validator: { at: { $type: 'date' } },
      });
      await things.createIndex(
        { at: 1 },
        { unique: true, partialFilterExpression: { at: { $gt: new Date(0) } } },
      );
      await things.insertMany([3, 1, 2].map((_id) => ({ _id, at: new Date(_id) })));
      await things.deleteOne({ _id: 1 });
      await db.collection('dropped').insertOne({ a: 1 });
      await db.collection('dropped').drop();
    }

    await using server = await startMongo({ dir: folder.path });
    await using client = new MongoClient(server.url);
    const things = client.db('test').collection<{ _id: number; at: unknown }>('things');
    expect((await things.find().toArray()).map(({ _id }) => _id)).toEqual([3, 2]);
    expect((await things.indexes())[1]).toMatchObject({
      key: { at: 1 },
      unique: true,
      partialFilterExpression: { at: { $gt: new Date(0) } },
    });
    await expect(things.insertOne({ _id: 4, at: new Date(3) })).rejects.toMatchObject({ code: 11000 });
    await expect(things.insertOne({ _id: 5, at: 'today' })).rejects.toMatchObject({ code: 121 });
    expect((await client.db('test').listCollections().toArray()).map(({ name }) => name)).toEqual(['things']);
  });

  it('are stored by a server that receives SIGTERM', async () => {
    using folder = temporaryFolder();
    const server = await spawnMongo({ dir: folder.path });
    const client = clientFor(server.url);
    const confirmed: Confirmed = { notes: new Set(), counts: [], unsure: [] };
    const writer = write(client, 0, 0, confirmed);
    await expect.poll(() => confirmed.notes.size, { interval: 5 }).toBeGreaterThan(20);

    await server.close();
    await writer;
    await client.close();

    expect((await server.exited).code).toBe(0);
    await using again = await startMongo({ dir: folder.path });
    await using reader = new MongoClient(again.url);
    const kept = await reader.db('test').collection('notes').countDocuments();
    expect(kept).toBeGreaterThanOrEqual(confirmed.notes.size);
  });
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a spawned server', () => {
  it('exits when its parent is killed, and releases the lock of its data', async () => {
    using folder = temporaryFolder();
    const script = fileURLToPath(new URL('./parent-process.ts', import.meta.url));
    const parent = spawn(process.execPath, [script, folder.path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface({ input: parent.stdout }), 'line');
    const { pid } = JSON.parse(String(line));
    expect(isRunning(pid)).toBe(true);

    parent.kill('SIGKILL');

    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
    await using again = await startMongo({ dir: folder.path });
    expect(again.port).toBeGreaterThan(0);
  });
});

describe('a data directory', () => {
  it('belongs to one server at a time', async () => {
    using folder = temporaryFolder();
    await using first = await startMongo({ dir: folder.path });

    await expect(startMongo({ dir: folder.path })).rejects.toThrow('in use by another server');
    await expect(spawnMongo({ dir: folder.path })).rejects.toThrow('in use by another server');

    await first.close();
    await using second = await startMongo({ dir: folder.path });
    expect(second.url).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+$/);
  });

  it('is taken over from a server that is ending', async () => {
    using folder = temporaryFolder();
    const first = await startMongo({ dir: folder.path });
    const next = spawnMongo({ dir: folder.path });
    // it waits for the lock by now, or will find none
    await sleep(1_000);
    await first.close();

    await using second = await next;
    expect(second.pid).toBeGreaterThan(0);
  });
});

describe('indexes after a restart', () => {
  type Work = { _id: number; tags: string[]; sku: string };
  const changes: [name: string, act: (works: Collection<Work>) => Promise<unknown>, expected: number[]][] = [
    ['an insert', (works) => works.insertOne({ _id: 9, tags: ['a', 'b'], sku: 's9' }), [1, 2, 9]],
    ['a replacement', (works) => works.updateOne({ _id: 1 }, { $set: { tags: ['c'] } }), [2]],
    ['a deletion', (works) => works.deleteOne({ _id: 2 }), [1]],
    ['a duplicate', (works) => works.insertOne({ _id: 9, tags: ['a'], sku: 's1' }).catch(() => null), [1, 2]],
    ['nothing', () => Promise.resolve(), [1, 2]],
  ];

  it.each(changes)('are right when their first use is %s', async (_, act, expected) => {
    using folder = temporaryFolder();
    {
      await using server = await startMongo({ dir: folder.path });
      await using client = new MongoClient(server.url);
      const works = client.db('test').collection<Work>('works');
      await works.createIndex({ sku: 1 }, { unique: true });
      await works.createIndex({ tags: 1 });
      await works.insertMany([
        { _id: 1, tags: ['a', 'b'], sku: 's1' },
        { _id: 2, tags: ['b', 'a'], sku: 's2' },
      ]);
    }

    await using server = await startMongo({ dir: folder.path });
    await using client = new MongoClient(server.url);
    const works = client.db('test').collection<Work>('works');
    await act(works);

    const found = await works.find({ tags: { $gte: 'a', $lt: 'c' } }).toArray();
    expect(found.map(({ _id }) => _id).sort()).toEqual(expected);
    expect(await works.countDocuments({ _id: { $gte: 0 } })).toBe(await works.countDocuments());
  });
});
