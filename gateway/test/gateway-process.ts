import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { childEnvironment, freePort } from '@satrangi/chassis/testing';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export type GatewayProcess = AsyncDisposable & {
  readonly url: string;
  readonly pid: number;
  /** The log output. */
  readonly output: () => string;
  /** Resident memory in MB; NaN where /proc is missing. */
  readonly rssMB: () => number;
  /** The exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  readonly kill: (signal: NodeJS.Signals) => void;
};

const start = (port: number, env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [MAIN], {
    env: {
      ...childEnvironment(),
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'debug',
      INTERNAL_SECRET: 'a-secret-between-services',
      DRAIN_MS: '0',
      PRELOAD: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Starts the gateway as a separate process. */
export const startGatewayProcess = async (
  env: Record<string, string>,
  port?: number,
): Promise<GatewayProcess> => {
  const at = port ?? (await freePort());
  const child = start(at, env);
  let output = '';
  const isUp = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      output += part.toString();
      if (output.includes('listening')) isUp.resolve();
    });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  void ended.then(() => isUp.reject(new Error(`the gateway ended: ${output.slice(-2_000)}`)));
  await isUp.promise;
  const pid = child.pid ?? 0;
  return {
    url: `http://127.0.0.1:${at}`,
    pid,
    output: () => output,
    rssMB: () => {
      try {
        const row = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
        return Number(row?.[1]) / 1_024;
      } catch {
        return Number.NaN;
      }
    },
    ended,
    kill: (signal) => void child.kill(signal),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
