import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { freePorts, until, untilReady } from '@satrangi/start';
import { oncePerRun, runFolder } from './once-per-run.ts';
import { killTree, stopTree } from './process-tree.ts';
import { SHARED_SHOP_PID } from './run-folder.ts';
import { copySeededData } from './seeded-data.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const START_MS = 210_000;
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

const isRunning = (child: ChildProcess): child is ChildProcess & { pid: number } =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

type RunningShop = {
  readonly pid: number;
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A folder for a shop: its data folder, and the file with what it prints. */
const foldersOf = (folder: string) => ({
  dataDir: path.join(folder, 'data'),
  outputFile: path.join(folder, 'output'),
});

/** Starts `npm start` on a port and a folder. @returns when the shop is ready and its titles are seeded */
const runShop = async (port: number, folder: string, env: Record<string, string>): Promise<RunningShop> => {
  const { NODE_ENV: _env, ...outer } = process.env;
  const { dataDir, outputFile } = foldersOf(folder);
  // a file, because the shop that a run shares outlives the process that started it
  const output = openSync(outputFile, 'a');
  const before = readFileSync(outputFile).length;
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
      // a busy machine must not turn an unknown page into one of its kind
      PAGE_HEAD_MS: '20000',
      ...env,
    },
    stdio: ['ignore', output, output],
    detached: true,
  });
  closeSync(output);
  child.unref();
  const gone = once(child, 'exit');
  const end = async (how: (pid: number) => void | Promise<void>): Promise<void> => {
    if (!isRunning(child)) return;
    await how(child.pid);
    await gone;
  };
  const printed = (): string => readFileSync(outputFile).subarray(before).toString('utf8');
  try {
    await Promise.race([
      until('npm start is ready', async () => /Ready in/.test(printed()), START_MS),
      gone.then(() => Promise.reject(new Error('npm start ended'))),
    ]);
    await untilReady(`http://localhost:${port}/api/readyz`, 30_000);
  } catch (error) {
    await end(killTree);
    throw new Error(`${String(error)}:\n${printed().slice(-2_000)}`, { cause: error });
  }
  return { pid: child.pid ?? 0, kill: () => end(killTree), stop: () => end(stopTree) };
};

/** A shop that runs already, with demo titles; the tests that stop it need one of their own. */
const shopAt = (url: string, output: () => string = () => ''): Shop => {
  const refuse = (): Promise<never> => Promise.reject(new Error(`${url} runs for others too`));
  return { url, output, kill: refuse, start: refuse, [Symbol.asyncDispose]: async () => undefined };
};

const copySeeded = (folder: string): Promise<void> =>
  copySeededData(foldersOf(folder).dataDir, async (seeded) => {
    const [port = 0] = await freePorts(1);
    await (await runShop(port, path.dirname(seeded), {})).stop();
  });

/**
 * Starts a shop with all demo titles, or an empty one with `SEED: 'off'`. With `SHOP_URL` the tests use the shop at that
 * address instead: `npm run test:compose` runs some of them so.
 */
export const startShop = async (env: Record<string, string> = {}): Promise<Shop> => {
  if (process.env.SHOP_URL) return shopAt(process.env.SHOP_URL);
  const folder = await mkdtemp(path.join(tmpdir(), 'satrangi-shop-'));
  const { outputFile } = foldersOf(folder);
  const [port = 0] = await freePorts(1);
  if (env.SEED !== 'off') await copySeeded(folder);
  let running = await runShop(port, folder, env);
  return {
    url: `http://localhost:${port}`,
    output: () => readFileSync(outputFile, 'utf8'),
    kill: () => running.kill(),
    start: async () => {
      running = await runShop(port, folder, env);
    },
    [Symbol.asyncDispose]: async () => {
      await running.stop();
      // a render process may write for a moment after its parent has ended
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
};

/** All test files call the shared shop from one address. */
const FOR_MANY = {
  TRUST_PROXY: '1',
  CONNECTIONS_PER_ADDRESS: '100000',
  IN_FLIGHT_PER_ADDRESS: '100000',
  LIMIT_CHEAP_PER_MINUTE: '100000',
  LIMIT_WEBHOOK_PER_MINUTE: '100000',
  CHAT_PER_MINUTE: '10000',
  CHAT_SUGGESTIONS_PER_MINUTE: '10000',
  NEWSLETTER_ASKS_PER_ADDRESS: '10000',
};

/**
 * The shop with all demo titles that the files of a run share: its start is ten seconds of CPU time. For tests that need
 * accounts, orders and conversations of their own only. What changes titles, texts, posts, reviews or runners, counts
 * what everybody made, or stops the shop has one of its own (`startShop`).
 */
export const shareShop = async (): Promise<Shop> => {
  if (process.env.SHOP_URL) return shopAt(process.env.SHOP_URL);
  const folder = path.join(runFolder(), 'shop');
  const url = await oncePerRun('shared-shop', async () => {
    await copySeeded(folder);
    const [port = 0] = await freePorts(1);
    const { pid } = await runShop(port, folder, FOR_MANY);
    await writeFile(path.join(runFolder(), SHARED_SHOP_PID), String(pid));
    return `http://localhost:${port}`;
  });
  return shopAt(url, () => readFileSync(foldersOf(folder).outputFile, 'utf8'));
};
