import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type CostedRun, type Measured, median, quantile, type Run, summary } from '../metric.ts';
import type { SlowCrowd } from '../slow-crowd.ts';
import type { World } from '../world.ts';

const SOCKETS = 2_000;
const ROUNDS = 5;
const SECONDS = 10;
const VISITORS = 8;
/** Each visitor asks this often: far from what the machine can do, so that times are not those of a queue. */
const EVERY_MS = 100;
const SETTLE_MS = 4_000;

/** What other visitors do meanwhile: a list, a title, their place in a book, what a payment can be made with. */
const asking = (world: World, n: number): readonly [path: string, headers: Record<string, string>][] => {
  const { token = '' } = world.readers[n % world.readers.length] ?? {};
  const { _id = '' } = world.books[n] ?? {};
  return [
    ['/ebooks?page=Digital%20Library', {}],
    [`/ebooks/${_id}`, {}],
    [`/library/progress/${_id}`, { authorization: `Bearer ${token}` }],
    ['/payments/options?country=IN', {}],
    ['/payments/mine', { authorization: `Bearer ${token}` }],
  ];
};

const visit = async (world: World): Promise<Run> => {
  const times: number[] = [];
  let errors = 0;
  const began = performance.now();
  const one = async (n: number): Promise<void> => {
    const questions = asking(world, n);
    // evenly spread: eight requests at one moment would wait for each other
    await sleep((n * EVERY_MS) / VISITORS);
    for (let turn = 0; turn * EVERY_MS < SECONDS * 1_000; turn += 1) {
      const [path = '', headers = {}] = questions[turn % questions.length] ?? [];
      const askedAt = performance.now();
      const answer = await fetch(world.api + path, { headers }).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.status === 200) times.push(performance.now() - askedAt);
      else errors += 1;
      await sleep(Math.max(0, EVERY_MS - (performance.now() - askedAt)));
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, (_, n) => one(n)));
  return { times, seconds: (performance.now() - began) / 1_000, errors };
};

const crowd = async (data: SlowCrowd) => {
  const worker = new Worker(new URL('../slow-crowd.ts', import.meta.url), { workerData: data });
  const say = async (word: 'count' | 'leave'): Promise<number> => {
    worker.postMessage(word);
    const [count] = await once(worker, 'message');
    return count as number;
  };
  return {
    count: () => say('count'),
    leave: async () => {
      await say('leave');
      await worker.terminate();
    },
  };
};

/**
 * What visitors wait while 2,000 slow sockets of six kinds are held open against the gateway (slow headers, slow body,
 * slow chunks, no reading, no byte, idle keep-alive), and without them, in turn. An answer that is not 200 is an error.
 */
export const slowSockets = async (world: World, note: (text: string) => void): Promise<Measured[]> => {
  await visit(world);
  const calm: CostedRun[] = [];
  const crowded: CostedRun[] = [];
  const open: number[] = [];
  let most = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    calm.push(await world.costed(() => visit(world)));
    const slow = await crowd({ url: world.url, count: SOCKETS });
    await sleep(SETTLE_MS);
    crowded.push(await world.costed(() => visit(world)));
    open.push(await slow.count());
    most = Math.max(most, world.memory());
    await slow.leave();
    await sleep(SETTLE_MS);
  }
  // over all rounds: one round alone has eight times beyond its p99
  const p99 = (runs: readonly Run[]): number =>
    quantile(
      runs.flatMap(({ times }) => times),
      0.99,
    );
  const change = (100 * (p99(crowded) / p99(calm) - 1)).toFixed(0);
  note(
    `${median(open)} of ${SOCKETS} slow sockets open; p99 of visitors ${change} % against without; ${most} MB`,
  );
  return [
    summary('slow-sockets-none', calm, world.idleMB),
    summary('slow-sockets-2000', crowded, world.memory()),
  ];
};
