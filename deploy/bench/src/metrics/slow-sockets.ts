import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fixture } from '../fixture.ts';
import { type CostedRun, type Measured, median, quantile, type Run, summary } from '../metric.ts';
import type { SlowClients } from '../slow-clients.ts';

const SOCKETS = 2_000;
const ROUNDS = 5;
const SECONDS = 10;
const VISITORS = 8;
/** Request rate of each visitor: far below the capacity, so that times do not include queueing. */
const EVERY_MS = 100;
const SETTLE_MS = 4_000;
const LOWEST_PRIORITY = 19;

/** Requests of the visitors: a list as a page requests it, a title, a reading position, payment options. */
const searchTerms = (
  fixture: Fixture,
  n: number,
): readonly [path: string, headers: Record<string, string>][] => {
  const { token = '' } = fixture.readers[n % fixture.readers.length] ?? {};
  const { _id = '' } = fixture.books[n] ?? {};
  return [
    ['/ebooks?page=Digital%20Library&limit=24', {}],
    [`/ebooks/${_id}`, {}],
    [`/library/progress/${_id}`, { authorization: `Bearer ${token}` }],
    ['/payments/options?country=IN', {}],
    ['/payments/mine', { authorization: `Bearer ${token}` }],
  ];
};

const visit = async (fixture: Fixture): Promise<Run> => {
  const times: number[] = [];
  let errors = 0;
  const began = performance.now();
  const one = async (n: number): Promise<void> => {
    const searchTermsOf = searchTerms(fixture, n);
    // evenly spread: simultaneous requests would wait for each other
    await sleep((n * EVERY_MS) / VISITORS);
    for (let turn = 0; turn * EVERY_MS < SECONDS * 1_000; turn += 1) {
      const [path = '', headers = {}] = searchTermsOf[turn % searchTermsOf.length] ?? [];
      const startedAt = performance.now();
      const answer = await fetch(fixture.api + path, { headers }).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.status === 200) times.push(performance.now() - startedAt);
      else errors += 1;
      await sleep(Math.max(0, EVERY_MS - (performance.now() - startedAt)));
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, (_, n) => one(n)));
  return { times, seconds: (performance.now() - began) / 1_000, errors };
};

/**
 * Starts the slow clients in a process of the lowest priority: in practice their CPU time is spent on other machines, and
 * it must not be counted as cost of the gateway.
 */
const startSlowClients = async ({ url, count }: SlowClients) => {
  const child: ChildProcess = fork(new URL('../slow-clients.ts', import.meta.url), [url, String(count)]);
  if (child.pid) setPriority(child.pid, LOWEST_PRIORITY);
  const send = async (word: 'count' | 'stop'): Promise<number> => {
    child.send(word);
    const [open] = await once(child, 'message');
    return open as number;
  };
  return {
    count: () => send('count'),
    stop: async () => {
      await send('stop');
      child.kill();
      await once(child, 'exit');
    },
  };
};

/**
 * Response times of visitors with and without 2,000 slow connections of six kinds to the gateway (slow headers, slow
 * body, slow chunks, no reading, no byte, idle keep-alive), in turn. A status other than 200 is an error.
 */
export const slowSockets = async (fixture: Fixture, note: (text: string) => void): Promise<Measured[]> => {
  await visit(fixture);
  const baseline: CostedRun[] = [];
  const loaded: CostedRun[] = [];
  const open: number[] = [];
  let most = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    baseline.push(await fixture.costed(() => visit(fixture)));
    const slow = await startSlowClients({ url: fixture.url, count: SOCKETS });
    await sleep(SETTLE_MS);
    loaded.push(await fixture.costed(() => visit(fixture)));
    open.push(await slow.count());
    most = Math.max(most, fixture.memory());
    await slow.stop();
    await sleep(SETTLE_MS);
  }
  // over all rounds: one round alone has eight times beyond its p99
  const p99 = (runs: readonly Run[]): number =>
    quantile(
      runs.flatMap(({ times }) => times),
      0.99,
    );
  const change = (100 * (p99(loaded) / p99(baseline) - 1)).toFixed(0);
  note(
    `${median(open)} of ${SOCKETS} slow sockets open; p99 of visitors ${change} % against without; ${most} MB`,
  );
  return [
    summary('slow-sockets-none', baseline, fixture.idleMB),
    summary('slow-sockets-2000', loaded, fixture.memory()),
  ];
};
