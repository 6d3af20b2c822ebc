import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts, untilReady } from '@satrangi/start';
import { copySeededData } from './seeded-data.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const START_MS = 150_000;
const STOP_MS = 25_000;
export const EDITOR = { email: 'editor@shop.example', password: 'a long password of the editor' } as const;

/** A running `npm start` on its own port and data folder. */
export type Shop = {
  readonly url: string;
  /** Its complete output with logs. */
  readonly output: () => string;
  /** Sends SIGKILL to all its processes, as a power failure. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** The process and all its descendants. */
const processTreeOf = (pid: number): number[] => {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const childrenOf = (parent: number): number[] =>
    rows.flatMap(([child = 0, its = 0]) => (its === parent ? [child, ...childrenOf(child)] : []));
  return [pid, ...childrenOf(pid)];
};

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const isRunning = (child: ChildProcess | null): child is ChildProcess & { pid: number } =>
  child?.pid !== undefined && child.exitCode === null && child.signalCode === null;

type RunningShop = {
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts `npm start` on a port and a data folder. @returns when the shop is ready and its titles are seeded */
const runShop = async (
  port: number,
  dataDir: string,
  env: Record<string, string>,
  print: (text: string) => void,
): Promise<RunningShop> => {
  const { NODE_ENV: _env, ...outer } = process.env;
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...outer,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      ADMIN_EMAIL: EDITOR.email,
      ADMIN_PASSWORD: EDITOR.password,
      LIMIT_LOGIN_PER_MINUTE: '10000',
      REGISTRATIONS_PER_ADDRESS: '10000',
      REGISTRATIONS_WITHOUT_PROOF: '10000',
      LIMIT_PER_MINUTE: '100000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const gone = once(child, 'exit');
  const end = async (how: (pid: number) => void): Promise<void> => {
    if (!isRunning(child)) return;
    how(child.pid);
    await gone;
  };
  const kill = (): Promise<void> =>
    end((pid) => {
      for (const one of processTreeOf(pid)) {
        try {
          process.kill(one, 'SIGKILL');
        } catch {
          // It exited with its parent.
        }
      }
    });
  const stop = async (): Promise<void> => {
    const hard = setTimeout(() => void kill(), STOP_MS);
    const tree = isRunning(child) ? processTreeOf(child.pid) : [];
    await end((pid) => process.kill(-pid, 'SIGTERM'));
    // the store ends after its parent: until then its files are not whole
    while (tree.some(exists)) await sleep(50);
    clearTimeout(hard);
  };

  let printed = '';
  const ready = new Promise<void>((resolve) => {
    const collectOutput = (chunk: Buffer): void => {
      const text = chunk.toString('utf8');
      print(text);
      printed += text;
      if (/Ready in/.test(printed)) resolve();
    };
    child.stdout?.on('data', collectOutput);
    child.stderr?.on('data', collectOutput);
  });
  const late = AbortSignal.timeout(START_MS);
  try {
    await Promise.race([
      ready,
      gone.then(() => Promise.reject(new Error(`npm start ended:\n${printed.slice(-2_000)}`))),
      once(late, 'abort').then(() =>
        Promise.reject(new Error(`npm start is not ready:\n${printed.slice(-2_000)}`)),
      ),
    ]);
    await untilReady(`http://localhost:${port}/api/readyz`, 30_000);
  } catch (error) {
    await kill();
    throw error;
  }
  return { kill, stop };
};

/** A shop that runs already, with demo titles; the tests that stop it need one of their own. */
const shopAt = (url: string): Shop => {
  const refuse = (): Promise<never> => Promise.reject(new Error(`${url} runs elsewhere`));
  return { url, output: () => '', kill: refuse, start: refuse, [Symbol.asyncDispose]: async () => undefined };
};

/**
 * Starts a shop with all demo titles, or an empty one with `SEED: 'off'`. With `SHOP_URL` the tests use the shop at that
 * address instead: `npm run test:compose` runs some of them so.
 */
export const startShop = async (env: Record<string, string> = {}): Promise<Shop> => {
  if (process.env.SHOP_URL) return shopAt(process.env.SHOP_URL);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'satrangi-shop-'));
  const [port = 0] = await freePorts(1);
  let printed = '';
  const run = (folder: string, given: Record<string, string>): Promise<RunningShop> =>
    runShop(port, folder, given, (text) => {
      printed += text;
    });
  if (env.SEED !== 'off')
    await copySeededData(dataDir, async (folder) => {
      await (await run(folder, {})).stop();
    });
  let running = await run(dataDir, env);
  return {
    url: `http://localhost:${port}`,
    output: () => printed,
    kill: () => running.kill(),
    start: async () => {
      running = await run(dataDir, env);
    },
    [Symbol.asyncDispose]: async () => {
      await running.stop();
      // a render process may write for a moment after its parent has ended
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
};
