import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CHILD_FLAGS, childEnvironment } from './config.ts';
import { DATA_DAMAGED, STORE_FAILURE } from './store/store-error.ts';

export type SpawnOptions = {
  readonly dir: string;
  /** A port on 127.0.0.1, 0 for a free one. Without it, the server uses a socket in `dir`. */
  readonly port?: number;
  /** The bytes of stored documents in memory, as `RESIDENT_BYTES`. */
  readonly residentBytes?: number;
};

/** How a server in its own process ended. */
export class StoreExit extends Error {
  override readonly name = 'StoreExit';
  /** The exit code, or null after a signal. */
  readonly code: number | null;

  constructor(code: number | null, reason: string) {
    super(reason);
    this.code = code;
  }
}

/** True when another start ends the same way: the disk is full or the data is damaged. */
export const isFinalExit = (code: number | null): code is number =>
  code === DATA_DAMAGED || code === STORE_FAILURE;

export type SpawnedMongo = AsyncDisposable & {
  readonly url: string;
  readonly pid: number;
  /** Resolves when the process ended, with the reason that it printed, if any. */
  readonly exited: Promise<StoreExit>;
  readonly close: () => Promise<void>;
};

const isReady = (value: unknown): value is { url: string } =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string';

/** The reason in the last line of a server that ends itself: `{"level":"fatal","error":"…"}`. */
export const fatalReason = (line: string): string | undefined => {
  if (!line.startsWith('{"level":"fatal"')) return undefined;
  const { error }: { error?: unknown } = JSON.parse(line);
  return String(error);
};

/**
 * The same server in a separate process. It exits after SIGTERM, or when this process ends; acknowledged
 * writes are stored.
 * @throws StoreExit when it ends before it is ready
 */
export const spawnMongo = async ({ dir, port, residentBytes }: SpawnOptions): Promise<SpawnedMongo> => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    [
      ...CHILD_FLAGS,
      main,
      '--dir',
      dir,
      ...(port === undefined ? [] : ['--port', String(port)]),
      '--until-stdin-ends',
    ],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: childEnvironment(residentBytes),
      // A separate process group: Ctrl+C in a terminal signals the whole group, and the store stops after its clients.
      detached: true,
    },
  );
  let reason: string | undefined;
  createInterface({ input: child.stderr }).on('line', (line) => {
    const fatal = fatalReason(line);
    if (fatal === undefined) process.stderr.write(`${line}\n`);
    else reason = fatal;
  });
  // 'close' follows the last line of stderr
  const exited = new Promise<StoreExit>((resolve) =>
    child.once('close', (code, signal) =>
      resolve(
        new StoreExit(code, reason ?? (signal ? `killed by ${signal}` : `ended with exit code ${code}`)),
      ),
    ),
  );
  const lines = createInterface({ input: child.stdout });
  const failed = exited.then((exit) => {
    throw new StoreExit(exit.code, `The embedded MongoDB did not start: ${exit.message}`);
  });
  const [line] = await Promise.race([once(lines, 'line'), failed]);
  failed.catch(() => undefined);
  const ready: unknown = JSON.parse(String(line));
  if (!isReady(ready) || child.pid === undefined)
    throw new Error('The embedded MongoDB server printed no address');
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
    lines.close();
  };
  return { url: ready.url, pid: child.pid, exited, close, [Symbol.asyncDispose]: close };
};
