import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { freePorts, untilReady } from '@satrangi/start';

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

const isRunning = (child: ChildProcess | null): child is ChildProcess & { pid: number } =>
  child?.pid !== undefined && child.exitCode === null && child.signalCode === null;

export const startShop = async (env: Record<string, string> = {}): Promise<Shop> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'satrangi-shop-'));
  const [port = 0] = await freePorts(1);
  const url = `http://localhost:${port}`;
  const { NODE_ENV: _env, ...outer } = process.env;
  let printed = '';
  let child: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const from = printed.length;
    const started = spawn('npm', ['start'], {
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
    child = started;
    const gone = once(started, 'exit');
    const ready = new Promise<void>((resolve) => {
      const collectOutput = (chunk: Buffer): void => {
        printed += chunk.toString('utf8');
        if (/Ready in/.test(printed.slice(from))) resolve();
      };
      started.stdout?.on('data', collectOutput);
      started.stderr?.on('data', collectOutput);
    });
    const late = AbortSignal.timeout(START_MS);
    await Promise.race([
      ready,
      gone.then(() => Promise.reject(new Error(`npm start ended:\n${printed.slice(-2_000)}`))),
      once(late, 'abort').then(() =>
        Promise.reject(new Error(`npm start is not ready:\n${printed.slice(-2_000)}`)),
      ),
    ]);
    await untilReady(`${url}/api/readyz`, 30_000);
  };
  const end = async (how: (pid: number) => void): Promise<void> => {
    const running = child;
    if (!isRunning(running)) return;
    const gone = once(running, 'exit');
    how(running.pid);
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
    await end((pid) => process.kill(-pid, 'SIGTERM'));
    clearTimeout(hard);
    // a render process may write for a moment after its parent has ended
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };

  try {
    await start();
  } catch (error) {
    await kill();
    throw error;
  }
  return { url, output: () => printed, kill, start, [Symbol.asyncDispose]: stop };
};
