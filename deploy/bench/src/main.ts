/** `npm run bench`: load tests and measurements of the platform through the gateway. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createFixture } from './fixture.ts';
import { growth } from './growth/growth.ts';
import { besideNginx } from './kept-reads/beside-nginx.ts';
import type { Measured } from './metric.ts';
import { buyMetrics } from './metrics/buy.ts';
import { coldStart, startDemo } from './metrics/cold-start.ts';
import { keyToPaint } from './metrics/key-to-paint.ts';
import { letters } from './metrics/letters.ts';
import { pages } from './metrics/pages.ts';
import {
  detail,
  list,
  listPacked,
  login,
  proxied,
  search,
  searchWhileEdited,
  section,
} from './metrics/reads.ts';
import { registerToPage, runPage } from './metrics/run-pages.ts';
import { saveToPublic } from './metrics/save-to-public.ts';
import { slowSockets } from './metrics/slow-sockets.ts';
import { sseClients } from './metrics/sse-clients.ts';
import { fanOut } from './metrics/sse-fan-out.ts';
import { openReport } from './report.ts';
import { readSettings, type Settings } from './settings.ts';

const fixtureMetrics = [
  'memory-processes',
  'list',
  'list-packed',
  'detail',
  'kept-reads',
  'section',
  'save-to-public',
  'run-page',
  'register-to-page',
  'search',
  'search-while-edited',
  'proxied',
  'login',
  'buy',
  'payment-to-access',
  'sse-fan-out',
  'slow-sockets',
  'key-to-paint',
  'letters',
];

const metrics = ['cold-start', 'pages', 'sse-clients', 'growth', ...fixtureMetrics];

const measure = async (settings: Settings, dir: string, cleanup: AsyncDisposableStack): Promise<number> => {
  const report = openReport(settings.items, settings.json);
  const isSelected = (name: string): boolean => settings.only?.includes(name) ?? true;
  let wrong = 0;
  const add = (one: Measured): void => {
    wrong += one.errors;
    report.add(one);
  };
  if (isSelected('cold-start')) for (const one of await coldStart(dir)) add(one);
  if (isSelected('pages')) {
    await using demo = await startDemo(dir);
    for (const one of await pages(demo.url, report.note)) add(one);
  }
  // Only when it is named by --only: it uses the whole machine.
  if (settings.only?.includes('sse-clients')) add(await sseClients(settings, report.note));
  if (settings.only?.includes('growth'))
    for (const one of await growth(settings.items, dir, report.note)) add(one);
  if (!fixtureMetrics.some(isSelected)) return wrong;

  const fixture = await createFixture(settings, { dir, cleanup, note: report.note });
  const { buy, access } = buyMetrics(fixture);
  if (isSelected('memory-processes')) {
    const parts = Object.entries(fixture.idlePartsMB).map(([name, mb]) => `${name} ${mb}`);
    report.note(`idle, MB: ${parts.join(', ')}`);
    add({
      metric: 'memory-processes',
      rps: null,
      p50: null,
      p99: null,
      cpuUs: null,
      rssMB: fixture.idleMB,
      errors: 0,
    });
  }
  if (isSelected('list')) add(await list(fixture));
  if (isSelected('list-packed')) add(await listPacked(fixture));
  if (isSelected('detail')) add(await detail(fixture));
  if (isSelected('kept-reads')) for (const one of await besideNginx(fixture, dir, report.note)) add(one);
  if (isSelected('section')) add(await section(fixture));
  if (isSelected('save-to-public')) add(await saveToPublic(fixture));
  if (isSelected('run-page')) add(await runPage(fixture));
  if (isSelected('register-to-page')) add(await registerToPage(fixture));
  if (isSelected('search')) add(await search(fixture));
  if (isSelected('search-while-edited')) add(await searchWhileEdited(fixture));
  if (isSelected('proxied')) add(await proxied(fixture));
  if (isSelected('login')) add(await login(fixture));
  if (isSelected('payment-to-access')) add(await access());
  if (isSelected('buy')) add(await buy());
  if (isSelected('sse-fan-out')) add(await fanOut(fixture));
  if (isSelected('slow-sockets')) for (const one of await slowSockets(fixture, report.note)) add(one);
  if (isSelected('key-to-paint')) for (const one of await keyToPaint(fixture, report.note)) add(one);
  // Last: a hundred thousand readers stay in the store.
  if (isSelected('letters')) add(await letters(fixture, report.note));
  return wrong;
};

const start = async (): Promise<number> => {
  const settings = readSettings(metrics);
  if (settings.profile) mkdirSync(settings.profile, { recursive: true });
  const dir = mkdtempSync(path.join(tmpdir(), 'satrangi-bench-'));
  const cleanup = new AsyncDisposableStack();
  // Cleanup runs once: the process must not exit before its queues are deleted.
  let ended: Promise<void> | undefined;
  const end = (): Promise<void> => {
    ended ??= cleanup.disposeAsync();
    return ended;
  };
  const stopRun = (): void => {
    process.stderr.write('\nStopping what this run started ...\n');
    void end().finally(() => process.exit(130));
  };
  process.once('SIGINT', stopRun);
  process.once('SIGTERM', stopRun);
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
