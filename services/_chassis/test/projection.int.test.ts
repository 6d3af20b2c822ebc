/** The versioned projection upsert: order, duplicates and concurrency. */

import { setTimeout as sleep } from 'node:timers/promises';
import { catalogSnapshotRequested } from '@satrangi/contracts';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  createLog,
  driverCollection,
  isDuplicateKey,
  requestSnapshot,
  Schema,
  type ServiceContext,
  upsertNewerVersion,
} from '../src/index.ts';
import { openStore } from '../src/store/store.ts';
import { freshSuffix, testMongo } from '../src/testing/index.ts';

type Item = { _id: string; version: number; title: string; file: string | null };
const schema = new Schema<Item>({ _id: String, version: Number, title: String, file: String });

const openItems = async () => {
  const store = openStore({
    uri: await testMongo(),
    database: `test${freshSuffix()}`,
    service: 'library',
    log: createLog('library', 'silent'),
    busUp: () => true,
    publish: async () => undefined,
    notify: async () => undefined,
  });
  const model = store.serviceStore.collection<Item>('items', schema);
  await store.connect(AbortSignal.timeout(10_000));
  const find = () => driverCollection(model).findOne({ _id: 'a' }, { projection: { __v: 0 } });
  return { model, find, [Symbol.asyncDispose]: () => store.close() };
};
const item = (version: number, file: string | null = null): Item => ({
  _id: 'a',
  version,
  title: `v${version}`,
  file,
});

it('a higher version replaces a lower one, and an equal or lower one is ignored', async () => {
  await using items = await openItems();
  const written: boolean[] = [];
  for (const version of [2, 2, 1, 3]) written.push(await upsertNewerVersion(items.model, item(version)));

  expect(written).toEqual([true, false, false, true]);
  expect(await items.find()).toEqual(item(3));
});

it('only the given fields of an older version are overwritten', async () => {
  await using items = await openItems();
  await upsertNewerVersion(items.model, item(1, 'book.pdf'));
  const { file: _kept, ...fields } = item(2);

  expect(await upsertNewerVersion(items.model, item(2), fields)).toBe(true);
  expect(await items.find()).toEqual(item(2, 'book.pdf'));
});

it('concurrent first writes keep the highest version', async () => {
  await using items = await openItems();
  for (let round = 0; round < 10; round += 1) {
    const versions = Array.from({ length: 12 }, (_, n) => round * 12 + ((n * 7) % 12) + 1);
    await driverCollection(items.model).deleteMany({});
    await Promise.all(versions.map((version) => upsertNewerVersion(items.model, item(version))));

    expect(await items.find()).toEqual(item(round * 12 + 12));
  }
});

it('a duplicate key is recognized, other errors are not', async () => {
  await using items = await openItems();
  const collection = driverCollection(items.model);
  await collection.insertOne(item(1));

  expect(await collection.insertOne(item(1)).catch(isDuplicateKey)).toBe(true);
  expect(await items.model.create(item(1)).catch(isDuplicateKey)).toBe(true);
  expect(isDuplicateKey(new Error('E11000'))).toBe(false);
});

/** Starts a service with this projection. @returns how often it has requested all events */
const starting = async ({ model }: Awaited<ReturnType<typeof openItems>>): Promise<() => number> => {
  const publish = vi.fn(async () => {});
  const context = {
    name: 'library',
    settings: { rebuildProjections: false },
    events: { newEvent: (): object => ({}), publish },
    onStop: onTestFinished,
  };
  await requestSnapshot(
    // what a request for a snapshot reads
    context as unknown as ServiceContext<unknown>,
    catalogSnapshotRequested,
    model,
    { lacks: 'file', againMs: 50 },
  );
  return () => publish.mock.calls.length;
};

it('all events are requested once, after the start, while a row lacks a field that was added since', async () => {
  await using items = await openItems();
  await driverCollection(items.model).insertOne(item(1));
  const whole = await starting(items);
  await sleep(200);
  expect(whole()).toBe(0);
  await items.model.collection.updateOne({}, { $unset: { file: '' } });
  const old = await starting(items);
  expect(old()).toBe(0);

  await expect.poll(old).toBe(1);
  await sleep(200);
  expect(old()).toBe(1);
});
