import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { flagsOf, freePorts, untilReady } from '@satrangi/start';
import { memoryOf, processTreeOf } from '../memory.ts';
import { type Measured, median, quantile } from '../metric.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const STARTS = 3;
const IDLE_MS = 10_000;

export const stop = async (child: ChildProcess): Promise<void> => {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
};

export type Started = { readonly child: ChildProcess; readonly ms: number };

/** Starts the platform as `npm start` does and waits until it is ready. @param env changes of its environment */
export const start = async (
  dataDir: string,
  port: number,
  env: Readonly<Record<string, string>> = {},
  withinMs = 60_000,
): Promise<Started> => {
  const began = performance.now();
  const child = spawn(process.execPath, [...flagsOf('catalog'), 'deploy/tools/start.mjs'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (part: Buffer) => {
    output += part.toString();
  });
  try {
    await untilReady(`http://127.0.0.1:${port}/api/readyz`, withinMs);
    const ms = performance.now() - began;
    while (!output.includes('Ready in')) await sleep(20);
    return { child, ms };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
};

export const requirePages = (): void => {
  if (!['web', 'admin-web'].every((app) => existsSync(path.join(root, app, 'dist/index.html'))))
    throw new Error('The pages are not built: npm run build');
};

/** The platform as `npm start` runs it, with the demo titles, until disposed. */
export const startDemo = async (dir: string): Promise<AsyncDisposable & { readonly url: string }> => {
  requirePages();
  const [port = 0] = await freePorts(1);
  const { child } = await start(path.join(dir, 'demo'), port);
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => stop(child) };
};

/**
 * Time from the start of `npm start` until it is ready, with demo titles and built pages, and its memory after ten
 * idle seconds.
 */
export const coldStart = async (dir: string): Promise<Measured[]> => {
  requirePages();
  const dataDir = path.join(dir, 'start');
  const [port = 0] = await freePorts(1);
  const first = await start(dataDir, port);
  await stop(first.child);
  const times: number[] = [];
  let rssMB = 0;
  for (let n = 1; n <= STARTS; n += 1) {
    const { child, ms } = await start(dataDir, port);
    times.push(ms);
    if (n === STARTS) {
      await sleep(IDLE_MS);
      rssMB = child.pid ? memoryOf(processTreeOf(child.pid)) : 0;
    }
    await stop(child);
  }
  const whole = (value: number): number => Math.round(value);
  const numbers = { rps: null, cpuUs: null, rssMB, errors: 0 };
  return [
    { metric: 'cold-start', p50: whole(median(times)), p99: whole(quantile(times, 1)), ...numbers },
    { metric: 'memory-npm-start', p50: null, p99: null, ...numbers },
  ];
};
