import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { atExit } from '@satrangi/start';

const STOP_MS = 10_000;

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** A server of the run that scenarios may kill and start again on the same port and folder. */
export type ManagedServer = {
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/**
 * Starts a server in its own process group, so that its children end with it. Signals go only to that group.
 * @throws Error when it does not listen on `port` in time
 */
export const startManagedServer = async (options: {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
  readonly startMs: number;
}): Promise<ManagedServer> => {
  let child: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const started = spawn(options.command, options.args, {
      env: options.env,
      stdio: 'ignore',
      detached: true,
    });
    child = started;
    const last = Date.now() + options.startMs;
    let failure: Error | undefined;
    started.once('error', (error) => {
      failure = error;
    });
    while (!(await listens(options.port))) {
      if (failure) throw failure;
      if (hasEnded(started)) throw new Error(`${options.command} ended before it listened`);
      if (Date.now() > last) throw new Error(`${options.command} did not listen in time`);
      await sleep(100);
    }
  };
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const running = child;
    if (!running?.pid || hasEnded(running)) return;
    const exited = once(running, 'exit');
    process.kill(-running.pid, name);
    const hard = setTimeout(() => {
      if (running.pid && !hasEnded(running)) process.kill(-running.pid, 'SIGKILL');
    }, STOP_MS);
    await exited;
    clearTimeout(hard);
  };

  atExit(() => {
    if (child?.pid && !hasEnded(child)) process.kill(-child.pid, 'SIGKILL');
  });
  await start().catch(async (error: unknown) => {
    // one that starts later than that must not outlive the run
    await signal('SIGKILL');
    throw error;
  });
  return { kill: () => signal('SIGKILL'), start, stop: () => signal('SIGTERM') };
};
