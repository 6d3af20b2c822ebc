import { AsyncLocalStorage } from 'node:async_hooks';
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The folder of the repository: compose resolves its paths from here. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

export type Result = { readonly code: number; readonly stdout: string; readonly stderr: string };
type RunOptions = {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Both outputs go to the terminal too. */
  readonly shows?: boolean;
  /** Ends the program after this time; its exit code is then -1. */
  readonly timeoutMs?: number;
};

/** A program that hangs must not keep a run for ever. */
const USUAL_TIMEOUT_MS = 15 * 60_000;

const running = new Set<ChildProcess>();

let isOver = false;
const ending = new AsyncLocalStorage<true>();

/**
 * Ends a run that was interrupted: stops the programs that `run` started, and starts none any more except those of `work`,
 * which removes what the run made. Steps that wait never continue, or they would make more.
 */
export const endRunning = (work: () => Promise<unknown>): Promise<unknown> => {
  isOver = true;
  for (const child of running) child.kill('SIGTERM');
  return ending.run(true, work);
};

/** Runs a program in the repository's folder. @returns its exit code, -1 when it could not be started, and outputs */
export const run = (command: string, args: readonly string[], options: RunOptions = {}): Promise<Result> =>
  new Promise((resolve) => {
    if (isOver && !ending.getStore()) return;
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      timeout: options.timeoutMs ?? USUAL_TIMEOUT_MS,
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('close', () => running.delete(child));
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (options.shows) process.stdout.write(text);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      if (options.shows) process.stderr.write(text);
    });
    child.once('error', (error) => resolve({ code: -1, stdout, stderr: error.message }));
    child.once('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input);
  });

/** Runs the docker client. @throws Error with its output when it fails */
export const docker = async (args: readonly string[], options: RunOptions = {}): Promise<string> => {
  const { code, stdout, stderr } = await run('docker', args, options);
  if (code !== 0)
    throw new Error(`docker ${args.slice(0, 3).join(' ')} failed (${code}): ${stderr || stdout}`);
  return stdout.trim();
};

/** @returns why there is no usable engine, or null; DOCKER_HOST selects it */
export const missingEngine = async (): Promise<string | null> => {
  const { code, stderr } = await run('docker', ['version', '--format', '{{.Server.Version}}']);
  if (code === 0) return null;
  return code === -1 ? 'there is no docker command' : (stderr.trim().split('\n')[0] ?? 'no answer');
};

/** @returns the compose command, version 2 before version 1, or null */
export const findCompose = async (): Promise<readonly [string, ...string[]] | null> => {
  if ((await run('docker', ['compose', 'version'])).code === 0) return ['docker', 'compose'];
  return (await run('docker-compose', ['version'])).code === 0 ? ['docker-compose'] : null;
};
