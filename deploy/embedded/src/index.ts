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
  /** Where documents are kept. Left out, everything is forgotten at the end. */
  readonly dir?: string;
  /** 0, the default, picks a free one. */
  readonly port?: number;
  readonly host?: string;
  /** A Unix socket or named pipe instead of host and port: the server asks for no password, so others must not reach it. */
  readonly socket?: string;
  /** Lets clients run code with $where. Never for a server others can reach. */
  readonly allowsWhere?: boolean;
  /** How often documents past their TTL are removed, in milliseconds. Default 1000. */
  readonly expireEveryMs?: number;
  /** The MongoDB version to answer as. */
  readonly version?: string;
  /** Called when the store fails and the server therefore stops answering. */
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
  /** A port on 127.0.0.1, 0 for a free one; a socket in `dir` when left out. */
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
 * The same server in a process of its own. It ends by SIGTERM, or when this process is gone, after keeping
 * what it acknowledged.
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
      // A group of its own: Ctrl+C in a terminal goes to the whole group, and the store must outlive its clients.
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
    throw new Error('The embedded MongoDB server said nothing of use');
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
    lines.close();
  };
  return { url: ready.url, pid: child.pid, exited, close, [Symbol.asyncDispose]: close };
};
