import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { expect, it, vi } from 'vitest';
import { createLog } from '../src/index.ts';
import { createLeases, LEASE_MS, type Lease, leaseSchema } from '../src/store/leases.ts';
import { childEnvironment, freshSuffix, testMongo } from '../src/testing/index.ts';

const MAIN = fileURLToPath(new URL('./fixtures/leasing-main.ts', import.meta.url));
const waitOptions = { timeout: 30_000, interval: 20 };
const log = createLog('library', 'silent');

const openFixture = async () => {
  const uri = await testMongo();
  const dbName = `test${freshSuffix()}`;
  const connection = await mongoose.createConnection(uri, { dbName }).asPromise();
  const model = connection.model<Lease>('leases', leaseSchema.clone(), 'leases');
  const children: ChildProcess[] = [];
  return {
    model,
    runs: connection.collection<{ pid: number; begin: number; end?: number }>('runs'),
    replica: () => createLeases(model, log, 0.001),
    /** A replica in its own process. */
    startProcess: (): ChildProcess => {
      const child = spawn(process.execPath, [MAIN, uri, dbName], {
        env: childEnvironment(),
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      children.push(child);
      return child;
    },
    [Symbol.asyncDispose]: async () => {
      for (const child of children) child.kill('SIGKILL');
      await connection.close();
    },
  };
};

it('of three replicas one runs a job at a time; another takes over after a kill, and at once after a stop', async () => {
  await using fixture = await openFixture();
  const replicas = Array.from({ length: 3 }, fixture.startProcess);
  const newest = async () => (await fixture.runs.find().sort({ begin: -1 }).limit(1).toArray())[0]?.pid;
  const runsOfOthers = async (pids: readonly (number | undefined)[]): Promise<number> =>
    (await fixture.runs.find().toArray()).filter(({ pid }) => !pids.includes(pid)).length;

  await vi.waitFor(async () => expect(await fixture.runs.countDocuments()).toBeGreaterThan(5), waitOptions);
  const killed = await newest();
  const beforeKill = await runsOfOthers([killed]);
  replicas.find(({ pid }) => pid === killed)?.kill('SIGKILL');
  await vi.waitFor(
    async () => expect(await runsOfOthers([killed])).toBeGreaterThan(beforeKill + 5),
    waitOptions,
  );

  const stopped = replicas.find(({ pid }) => pid !== killed);
  const ended = stopped ? once(stopped, 'exit') : Promise.resolve();
  stopped?.kill('SIGTERM');
  await ended;
  const gone = [killed, stopped?.pid];
  const beforeStop = await runsOfOthers(gone);
  await vi.waitFor(async () => expect(await runsOfOthers(gone)).toBeGreaterThan(beforeStop + 5), waitOptions);

  const runs = await fixture.runs.find().sort({ begin: 1 }).toArray();
  const overlapping = runs.filter(({ end, pid }, at) => {
    const next = runs[at + 1];
    return next && next.pid !== pid && end !== undefined && next.begin < end;
  });
  expect(overlapping).toEqual([]);
});

it('a job that one replica has run waits its interval on all others', async () => {
  await using fixture = await openFixture();
  const run = vi.fn(async () => {});

  expect(await fixture.replica().runOnOne('sweep', 60_000, run)).toBe(0);
  const wait = await fixture.replica().runOnOne('sweep', 60_000, run);

  expect(run).toHaveBeenCalledTimes(1);
  expect(wait).toBeGreaterThan(30_000);
  expect(wait).toBeLessThanOrEqual(60_000);
});

it('a job longer than its lease keeps it, and a lost lease aborts the job', async () => {
  await using fixture = await openFixture();
  const taken = await fixture.replica().runOnOne('long', 0, async (lost) => {
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await fixture.replica().runOnOne('long', 0, async () => {})).toBeGreaterThan(0);
    expect(lost.aborted).toBe(false);
    await fixture.model.updateOne({ _id: 'long' }, { $set: { holder: 'another' } });
    await vi.waitFor(() => expect(lost.aborted).toBe(true), waitOptions);
  });

  expect(taken).toBe(0);
  expect((await fixture.model.findById('long').lean())?.holder).toBe('another');
});

it('a lease from a clock that is days ahead counts as ended', async () => {
  await using fixture = await openFixture();
  const until = new Date(Date.now() + 3 * 86_400_000);
  await fixture.model.create({ _id: 'sweep', holder: 'killed', until });
  await fixture.model.create({ _id: 'fresh', holder: 'killed', until: new Date(Date.now() + LEASE_MS) });

  expect(await fixture.replica().runOnOne('sweep', 1_000, async () => {})).toBe(0);
  expect(await fixture.replica().runOnOne('fresh', 1_000, async () => {})).toBeGreaterThan(0);
});

it('six calls of three replicas run one after the other; a failed one does not block the next', async () => {
  await using fixture = await openFixture();
  const replicas = Array.from({ length: 3 }, fixture.replica);
  let active = 0;
  let mostAtOnce = 0;
  const results = await Promise.allSettled(
    [...replicas, ...replicas].map((replica, at) =>
      replica.runExclusively('report', async () => {
        active += 1;
        mostAtOnce = Math.max(mostAtOnce, active);
        await new Promise((resolve) => setTimeout(resolve, 20));
        active -= 1;
        if (at === 0) throw new Error('planted');
        return at;
      }),
    ),
  );

  expect(mostAtOnce).toBe(1);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
});
