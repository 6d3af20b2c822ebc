import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { atExit } from './at-exit.ts';
import type { Environment } from './environments.ts';

export type Part = {
  readonly name: string;
  /** Process id; 0 between an exit and the next start. */
  readonly pid: () => number;
  /** Number of starts. */
  readonly starts: () => number;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Changes the environment of the next start, for fault injection. */
  readonly setEnv: (changes: Record<string, string | undefined>) => void;
  /** Kills it and suspends restarts. @returns the function that starts it again */
  readonly hold: () => Promise<() => void>;
  readonly stop: () => Promise<void>;
};

const RESTART_MS = 250;
/** Enough for the reason of an exit, which is the last line of stderr. */
const TAIL_CHARACTERS = 4_096;
const STOP_MS = 16_000;

type SupervisedPart = {
  readonly name: string;
  readonly script: string;
  /** Flags of Node, before the script. */
  readonly flags?: readonly string[];
  readonly args?: readonly string[];
  readonly env: Environment;
  readonly logFile: string;
  /**
   * Called at each exit that was not requested. @returns the pause before the restart in milliseconds, or null for none;
   * always 250 ms without it
   * @param lastLine what it wrote last to stderr
   */
  readonly onExit?: (code: number | null, lastLine: string) => number | null;
};

type Variables = Record<string, string | undefined>;

const spawnNode = ({ flags = [], script, args = [] }: SupervisedPart, env: Variables) =>
  spawn(process.execPath, ['--enable-source-maps', ...flags, script, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const exitOf = (running: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => running.once('exit', resolve));

/** Ends a process, also a suspended one, and kills it when it takes too long. */
const terminate = async (running: ChildProcess): Promise<void> => {
  const gone = exitOf(running);
  running.kill('SIGCONT');
  running.kill('SIGTERM');
  const hard = setTimeout(() => running.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(hard);
};

/**
 * Runs one part of the platform as a supervised process: restarted on exit, as by a container engine. Its log is written to a
 * file. Only processes started here get signals, by pid.
 */
export const supervise = (options: SupervisedPart): Part => {
  const onExit = options.onExit ?? (() => RESTART_MS);
  const log: WriteStream = createWriteStream(options.logFile, { flags: 'a' });
  let env: Variables = options.env;
  let child: ChildProcess | null = null;
  let starts = 0;
  let stopping = false;
  let isHeld = false;
  let timer: NodeJS.Timeout | undefined;

  const start = (): void => {
    starts += 1;
    const started = spawnNode(options, env);
    child = started;
    started.stdout?.pipe(log, { end: false });
    started.stderr?.pipe(log, { end: false });
    let tail = '';
    started.stderr?.on('data', (chunk: Buffer) => {
      tail = (tail + chunk.toString('utf8')).slice(-TAIL_CHARACTERS);
    });
    const again = (code: number | null): void => {
      if (child !== started) return;
      child = null;
      if (stopping || isHeld) return;
      const pause = onExit(code, tail.trim().split('\n').at(-1) ?? '');
      if (pause !== null) timer = setTimeout(start, pause);
    };
    // 'close' follows the last line of stderr
    started.once(options.onExit ? 'close' : 'exit', again);
    started.once('error', (error) => {
      log.write(`${error.message}\n`);
      // It never ran, so there is no exit event.
      if (started.pid === undefined) again(null);
    });
  };
  start();
  atExit(() => void child?.kill('SIGKILL'));

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
        const gone = exitOf(running);
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
      if (child) await terminate(child);
      log.end();
    },
  };
};
