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
  /** Interval of the TTL sweep, in milliseconds. Default 1000. */
  readonly expireEveryMs?: number;
  /** The bytes of stored documents in memory; the others are read from the file. Default 64 MB. */
  readonly residentBytes?: number;
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
const RESIDENT_BYTES = 64 * 1024 * 1024;

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
      residentBytes: dir === undefined ? Number.POSITIVE_INFINITY : (options.residentBytes ?? RESIDENT_BYTES),
      settings: { version: options.version ?? DEFAULT_VERSION },
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

export {
  fatalReason,
  isFinalExit,
  type SpawnedMongo,
  type SpawnOptions,
  StoreExit,
  spawnMongo,
} from './spawn.ts';
