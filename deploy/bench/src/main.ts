/** `npm run bench`: what the platform does on this machine, measured from outside through the gateway. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Measured } from './metric.ts';
import { buying } from './metrics/buy.ts';
import { coldStart, openDemo } from './metrics/cold-start.ts';
import { fanOut } from './metrics/fan-out.ts';
import { pages } from './metrics/pages.ts';
import { detail, list, listPacked, login, proxied, search } from './metrics/reads.ts';
import { slowSockets } from './metrics/slow-sockets.ts';
import { sseClients } from './metrics/sse-clients.ts';
import { openReport } from './report.ts';
import { readSettings, type Settings } from './settings.ts';
import { openWorld } from './world.ts';

const inProcesses = [
  'memory-processes',
  'list',
  'list-packed',
  'detail',
  'search',
  'proxied',
  'login',
  'buy',
  'payment-to-access',
  'sse-fan-out',
  'slow-sockets',
];

const measure = async (settings: Settings, dir: string, cleanup: AsyncDisposableStack): Promise<number> => {
  const report = openReport(settings.items, settings.json);
  const wants = (name: string): boolean => settings.only?.includes(name) ?? true;
  let wrong = 0;
  const add = (one: Measured): void => {
    wrong += one.errors;
    report.add(one);
  };
  if (wants('cold-start')) for (const one of await coldStart(dir)) add(one);
  if (wants('pages')) {
    await using demo = await openDemo(dir);
    for (const one of await pages(demo.url, report.note)) add(one);
  }
  // Only when it is asked for by name: it fills the machine.
  if (settings.only?.includes('sse-clients')) add(await sseClients(settings, report.note));
  if (!inProcesses.some(wants)) return wrong;

  const world = await openWorld(settings, { dir, cleanup, note: report.note });
  const { buy, access } = buying(world);
  if (wants('memory-processes'))
    add({
      metric: 'memory-processes',
      rps: null,
      p50: null,
      p99: null,
      cpuUs: null,
      rssMB: world.idleMB,
      errors: 0,
    });
  if (wants('list')) add(await list(world));
  if (wants('list-packed')) add(await listPacked(world));
  if (wants('detail')) add(await detail(world));
  if (wants('search')) add(await search(world));
  if (wants('proxied')) add(await proxied(world));
  if (wants('login')) add(await login(world));
  if (wants('payment-to-access')) add(await access());
  if (wants('buy')) add(await buy());
  if (wants('sse-fan-out')) add(await fanOut(world));
  if (wants('slow-sockets')) for (const one of await slowSockets(world, report.note)) add(one);
  return wrong;
};

const start = async (): Promise<number> => {
  const settings = readSettings();
  if (settings.profile) mkdirSync(settings.profile, { recursive: true });
  const dir = mkdtempSync(path.join(tmpdir(), 'satrangi-bench-'));
  const cleanup = new AsyncDisposableStack();
  // One end for everybody who waits for it: the process must not leave before its queues are gone.
  let ended: Promise<void> | undefined;
  const end = (): Promise<void> => {
    ended ??= cleanup.disposeAsync();
    return ended;
  };
  const leave = (): void => {
    process.stderr.write('\nStopping what this run started ...\n');
    void end().finally(() => process.exit(130));
  };
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  try {
    return await measure(settings, dir, cleanup);
  } finally {
    await end();
    rmSync(dir, { recursive: true, force: true });
  }
};

start().then(
  (wrong) => process.exit(wrong === 0 ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  },
);
