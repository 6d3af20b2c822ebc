import mongoose from 'mongoose';
import { expect, it, vi } from 'vitest';
import { createLog } from '../src/index.ts';
import { createWorker, type WorkItem, workSchema } from '../src/store/worker.ts';
import { freshSuffix, testMongo } from '../src/testing/index.ts';

it('work that takes longer than its lease is not taken over by another worker', async () => {
  const connection = await mongoose
    .createConnection(await testMongo(), { dbName: `test${freshSuffix()}` })
    .asPromise();
  const model = connection.model<WorkItem>('outside_work', workSchema.clone(), 'outside_work');
  const log = createLog('library', 'silent');
  const workers = [createWorker(model, log, 2_000), createWorker(model, log, 2_000)] as const;
  let mails = 0;
  let release = (): void => {};
  const slowServer = new Promise<void>((resolve) => (release = resolve));
  for (const worker of workers) {
    worker.on('mail', async () => {
      mails += 1;
      await slowServer;
    });
    worker.start();
  }

  await workers[0].add({ kind: 'mail', key: 'k1', data: {} });
  await vi.waitFor(() => expect(mails).toBe(1), { timeout: 10_000 });
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  await workers[1].add({ kind: 'mail', key: 'k2', data: {} });
  await vi.waitFor(() => expect(mails).toBeGreaterThanOrEqual(2), { timeout: 10_000 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  release();
  for (const worker of workers) await worker.stop();

  expect(mails).toBe(2);
  expect(await model.countDocuments({ doneAt: { $exists: true } })).toBe(2);
  await connection.close();
});
