import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CHILD_FLAGS, childEnvironment } from './config.ts';
import { serve } from './server.ts';
import { socketOf, urlOfSocket } from './socket.ts';
import { sqliteStore } from './store/sqlite.ts';
import { memoryStore } from './store/store.ts';

export { socketOf, urlOfSocket };

export type StartOptions = {
  /** The data directory. Without it, data is in memory only. */
  readonly dir?: string;
  /** 0, the default, selects a free port. */
  readonly port?: number;
  readonly host?: string;
  /** A Unix socket or named pipe instead of host and port: there is no authentication, so other users need to be excluded. */
  readonly socket?: string;
  /** Allows clients to run code with $where. Never set it for a server that others can reach. */
  readonly allowsWhere?: boolean;
  /** Interval of the TTL sweep, in milliseconds. Default 1000. */
  readonly expireEveryMs?: number;
  /** The reported MongoDB version. */
  readonly version?: string;
  /** Called when the store fails; the server stops responding then. */
  readonly onStoreFailure?: (error: unknown) => void;
};

export type RunningMongo = AsyncDisposable & {
  /** `mongodb://127.0.0.1:<port>` or `mongodb://<path of the socket>`, without a database. */
  readonly url: string;
  /** 0 with a socket. */
  readonly port: number;
  readonly close: () => Promise<void>;
};

const DEFAULT_VERSION = '7.0.14';

/** A MongoDB-compatible server inside this process. */
export const startMongo = async (options: StartOptions = {}): Promise<RunningMongo> => {
  const { dir, port = 0, host = '127.0.0.1' } = options;
  const store = dir === undefined ? memoryStore() : sqliteStore(dir);
  try {
    const { port: listening, close } = await serve({
      store,
      port,
      host,
      ...(options.socket === undefined ? {} : { socket: options.socket }),
      settings: { version: options.version ?? DEFAULT_VERSION, allowsWhere: options.allowsWhere ?? false },
      expireEveryMs: options.expireEveryMs ?? 1000,
      onStoreFailure: options.onStoreFailure ?? (() => undefined),
    });
    const url = options.socket === undefined ? `mongodb://${host}:${listening}` : urlOfSocket(options.socket);
    return { url, port: listening, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    store.close();
    throw error;
  }
};

export type SpawnOptions = {
  readonly dir: string;
  /** A port on 127.0.0.1, 0 for a free one. Without it, the server uses a socket in `dir`. */
  readonly port?: number;
};

export type SpawnedMongo = AsyncDisposable & {
  readonly url: string;
  readonly pid: number;
  /** Resolves with the exit code, or null after a signal. */
  readonly exited: Promise<number | null>;
  readonly close: () => Promise<void>;
};

const isReady = (value: unknown): value is { url: string } =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string';

/**
 * The same server in a separate process. It exits after SIGTERM, or when this process ends; acknowledged
 * writes are stored.
 */
export const spawnMongo = async ({ dir, port }: SpawnOptions): Promise<SpawnedMongo> => {
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
      stdio: ['pipe', 'pipe', 'inherit'],
      env: childEnvironment(),
      // A separate process group: Ctrl+C in a terminal signals the whole group, and the store stops after its clients.
      detached: true,
    },
  );
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const lines = createInterface({ input: child.stdout });
  const failed = exited.then((code) => {
    throw new Error(`The embedded MongoDB server ended before it was ready (exit code ${code})`);
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
