/** What a process with a clock an hour ahead left is due when the clock is right again (decision 0121). */
import mongoose from 'mongoose';
import { afterEach, expect, it, vi } from 'vitest';
import { createLog, skewClock } from '../src/index.ts';
import { createWorker, type WorkItem, workSchema } from '../src/store/worker.ts';
import { freshSuffix, testMongo } from '../src/testing/index.ts';
import { openCounters, waitOptions } from './counters.ts';
import { newTestEvent } from './support.ts';

const HOUR_MS = 3_600_000;
afterEach(() => skewClock(0, 'test'));

it('outbox rows are sent', async () => {
  const database = `test${freshSuffix()}`;
  skewClock(HOUR_MS, 'test');
  {
    await using ahead = await openCounters(database);
    ahead.reachable.broker = false;
    await ahead.counters.create({ _id: 'a', n: 0 }, { events: [newTestEvent(1)] });
  }
  skewClock(0, 'test');

  await using right = await openCounters(database);

  await vi.waitFor(() => expect(right.numbers()).toEqual([1]), waitOptions);
});

it('work is done', async () => {
  const connection = await mongoose
    .createConnection(await testMongo(), { dbName: `test${freshSuffix()}` })
    .asPromise();
  const model = connection.model<WorkItem>('outside_work', workSchema.clone(), 'outside_work');
  skewClock(HOUR_MS, 'test');
  await createWorker(model, createLog('library', 'silent')).add({ kind: 'mail', key: 'k1', data: {} });
  skewClock(0, 'test');
  const worker = createWorker(model, createLog('library', 'silent'));
  let mails = 0;
  worker.on('mail', async () => {
    mails += 1;
  });

  worker.start();

  await vi.waitFor(() => expect(mails).toBe(1), waitOptions);
  await worker.stop();
  await connection.close();
});
