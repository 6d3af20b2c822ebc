import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import type { Environment } from './environments.ts';

export type Part = {
  readonly name: string;
  /** Process id of the running one; 0 between a death and the next start. */
  readonly pid: () => number;
  /** How often it has been started. */
  readonly starts: () => number;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Environment of the next start, for tests that plant a fault. */
  readonly setEnv: (changes: Record<string, string | undefined>) => void;
  /** Kills it and keeps it from starting again. @returns what starts it again */
  readonly hold: () => Promise<() => void>;
  readonly stop: () => Promise<void>;
};

const RESTART_MS = 250;
const STOP_MS = 16_000;

/**
 * Runs one part of the platform as a process of its own and starts it again when it dies, as a container engine
 * would. Its log goes to a file. Only processes started here are ever signalled, by pid.
 */
export const supervise = (options: {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  readonly env: Environment;
  readonly logFile: string;
}): Part => {
  const log: WriteStream = createWriteStream(options.logFile, { flags: 'a' });
  let env: Record<string, string | undefined> = options.env;
  let child: ChildProcess | null = null;
  let starts = 0;
  let stopping = false;
  let isHeld = false;
  let timer: NodeJS.Timeout | undefined;

  const start = (): void => {
    starts += 1;
    const started = spawn(
      process.execPath,
      ['--enable-source-maps', options.script, ...(options.args ?? [])],
      {
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    child = started;
    started.stdout?.pipe(log, { end: false });
    started.stderr?.pipe(log, { end: false });
    const again = (): void => {
      if (child !== started) return;
      child = null;
      if (!stopping && !isHeld) timer = setTimeout(start, RESTART_MS);
    };
    started.once('exit', again);
    started.once('error', (error) => {
      log.write(`${error.message}\n`);
      // It never ran: there will be no exit to hear of.
      if (started.pid === undefined) again();
    });
  };
  start();

  return {
    name: options.name,
    pid: () => child?.pid ?? 0,
    starts: () => starts,
    kill: (signal) => void child?.kill(signal),
    setEnv: (changes) => {
      env = { ...env, ...changes };
    },
    hold: async () => {
      isHeld = true;
      clearTimeout(timer);
      const running = child;
      if (running) {
        const gone = new Promise((resolve) => running.once('exit', resolve));
        running.kill('SIGKILL');
        await gone;
      }
      return () => {
        isHeld = false;
        if (!stopping) start();
      };
    },
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      const running = child;
      if (running) {
        const gone = new Promise((resolve) => running.once('exit', resolve));
        running.kill('SIGCONT');
        running.kill('SIGTERM');
        const hard = setTimeout(() => running.kill('SIGKILL'), STOP_MS);
        await gone;
        clearTimeout(hard);
      }
      log.end();
    },
  };
};
