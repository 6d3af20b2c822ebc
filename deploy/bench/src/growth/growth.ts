import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { catalogApi, createClient, titleScripts } from '@satrangi/contracts';
import { freePorts, until } from '@satrangi/start';
import { load } from '../load-generator.ts';
import { cpuOf, memoryOf, processTreeOf, residentOf, scriptOf } from '../memory.ts';
import { type CostedRun, type Measured, median, quantile, summary } from '../metric.ts';
import { requirePages, type Started, start, stop } from '../metrics/cold-start.ts';
import { paddingOf, searchTermsOf } from '../metrics/reads.ts';
import { type RawRequest, rawRequest } from '../raw-http.ts';
import { fillStore } from './fill-store.ts';

const STARTS = 3;
const RUNS = 3;
const SECONDS = 2;
const IDLE_MS = 10_000;
const READY_MS = 600_000;
const MAX_REQUESTS = 40_000;
/** Titles whose words are searched for. */
const SEARCHED = 1_000;
const UNLIMITED = '100000000';

/** All requests come from one address; demo titles are not part of the count. */
const ENV = {
  SEED: 'off',
  LIMIT_PER_MINUTE: UNLIMITED,
  LIMIT_CHEAP_PER_MINUTE: UNLIMITED,
  IN_FLIGHT_PER_ADDRESS: UNLIMITED,
  CONNECTIONS_PER_ADDRESS: UNLIMITED,
};

type Note = (line: string) => void;
type RequestOf = (n: number) => RawRequest;

const pidOf = ({ child }: Started): number => {
  if (child.pid === undefined) throw new Error('the platform has no process');
  return child.pid;
};

const noteMemory = (pids: readonly number[], note: Note): void => {
  const lines = pids.map((pid) => `${scriptOf(pid)} ${residentOf(pid)} (${memoryOf([pid])})`);
  note(`idle, RSS (PSS) in MB: ${lines.join(', ')}; all ${memoryOf(pids)} PSS`);
};

/** Every URL is requested once, so that no response comes from the cache of the gateway. */
const uncached = async (
  metric: string,
  url: string,
  root: number,
  requestOf: RequestOf,
): Promise<Measured> => {
  let sent = 0;
  const requests = (): RawRequest[] => Array.from({ length: MAX_REQUESTS }, () => requestOf(sent++));
  await load(url, requests(), { connections: 16, seconds: 1 });
  const runs: CostedRun[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const batch = requests();
    const before = cpuOf(processTreeOf(root));
    const done = await load(url, batch, { connections: 16, seconds: SECONDS });
    runs.push({ ...done, cpuMs: cpuOf(processTreeOf(root)) - before });
  }
  return summary(metric, runs, memoryOf(processTreeOf(root)));
};

const searchRequests =
  (terms: readonly string[]): RequestOf =>
  (n) => {
    const q = encodeURIComponent(terms[n % terms.length] ?? '');
    return rawRequest('GET', `/api/ebooks?q=${q}${paddingOf(n)}&limit=24`);
  };

const prefixesOf = (titles: readonly string[]): string[] => [
  ...new Set(
    titles.flatMap((title) => [1, 2, 3].map((letters) => [...title].slice(0, letters).join('').trim())),
  ),
];

/**
 * The platform of `npm start` with many titles, written straight to its store: time until it is ready, memory of each process,
 * and reads of the catalog that the gateway has not cached.
 */
export const growth = async (items: number, dir: string, note: Note): Promise<Measured[]> => {
  requirePages();
  const dataDir = path.join(dir, 'growth');
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const startOne = (): Promise<Started> => start(dataDir, port, ENV, READY_MS);
  await stop((await startOne()).child);
  const began = performance.now();
  const titles = await fillStore(dataDir, items);
  note(`${items} titles written in ${((performance.now() - began) / 1_000).toFixed(1)} s`);

  // the first start builds title fonts, in the background and once
  const first = await startOne();
  note(`first start ${Math.round(first.ms)} ms`);
  const catalog = createClient(catalogApi, { baseUrl: `${url}/api` });
  const hasFonts = async (): Promise<boolean> =>
    (await catalog.listTitleFonts()).faces.length === titleScripts.length;
  await until('titles of every script have their fonts', hasFonts, READY_MS, 500);
  await stop(first.child);

  const times: number[] = [];
  for (let n = 1; n < STARTS; n += 1) {
    const { child, ms } = await startOne();
    times.push(ms);
    await stop(child);
  }
  const running = await startOne();
  times.push(running.ms);
  try {
    const root = pidOf(running);
    await sleep(IDLE_MS);
    const pids = processTreeOf(root);
    noteMemory(pids, note);
    const whole = (value: number): number => Math.round(value);
    const searched = titles.filter((_, n) => n % Math.ceil(items / SEARCHED) === 0);
    const terms = [...new Set(searched.flatMap(({ title, author }) => searchTermsOf(title, author)))];
    const prefixes = prefixesOf(searched.map(({ title }) => title));
    return [
      {
        metric: 'growth-start',
        rps: null,
        p50: whole(median(times)),
        p99: whole(quantile(times, 1)),
        cpuUs: null,
        rssMB: memoryOf(pids),
        errors: 0,
      },
      await uncached('growth-list', url, root, (n) =>
        rawRequest('GET', `/api/ebooks?page=Digital%20Library${paddingOf(n)}&limit=24`),
      ),
      await uncached('growth-search', url, root, searchRequests(terms)),
      await uncached('growth-prefix', url, root, searchRequests(prefixes)),
    ];
  } finally {
    await stop(running.child);
  }
};
