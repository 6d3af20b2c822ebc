import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { Logger } from '../base/log.ts';
import { ConfigurationError, storeProblems } from '../base/production.ts';
import { backOff } from '../base/retry-delay.ts';

/**
 * Time limits for the store, in ms, below the ten seconds that the gateway waits for a response. The driver's monitor
 * detects a store that does not respond (heartbeat + connect, 5 s) and fails all queries in progress; later queries wait
 * only for the selection of a server. `socket` ends a query on a lost connection; an index build that takes longer is
 * requested again.
 */
const LIMITS = {
  heartbeat: 2_000,
  connect: 3_000,
  selection: 3_000,
  waitForConnection: 5_000,
  socket: 8_000,
};

/** What was acknowledged survives the loss of one machine, and what was read was not rolled back. */
const DURABLE = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
} as const;

/** Back-off while the store is unavailable. */
const FIRST_PAUSE_MS = 200;
const LAST_PAUSE_MS = 5_000;

const refuseUnsafeStore = async (connection: Connection): Promise<void> => {
  const admin = connection.db?.admin();
  if (!admin) return;
  const { gitVersion } = await admin.buildInfo();
  const { setName, msg } = await admin.command({ hello: 1 });
  const problems = storeProblems({ gitVersion, setName, msg });
  if (problems.length === 0) return;
  await connection.close();
  throw new ConfigurationError(problems, 'Refused in production');
};

export type ConnectOptions = {
  readonly uri: string;
  readonly database: string;
  /** True in production: the embedded store has no authentication, and a standalone server no second copy. */
  readonly refusesUnsafe?: boolean;
};

/** Opens the connection once. @throws ConfigurationError when the store is refused; errors of the driver */
export const openConnection = async (connection: Connection, options: ConnectOptions): Promise<void> => {
  await connection.openUri(options.uri, {
    dbName: options.database,
    maxPoolSize: 32,
    bufferCommands: false,
    heartbeatFrequencyMS: LIMITS.heartbeat,
    connectTimeoutMS: LIMITS.connect,
    serverSelectionTimeoutMS: LIMITS.selection,
    waitQueueTimeoutMS: LIMITS.waitForConnection,
    socketTimeoutMS: LIMITS.socket,
    autoIndex: false,
    autoCreate: false,
    ...DURABLE,
  });
  if (options.refusesUnsafe) await refuseUnsafeStore(connection);
};

/**
 * Runs a step, with back-off, until it succeeds.
 * @returns a function that throws errors that are not temporary, and all errors when `signal` aborts
 */
export const createRepeat =
  (log: Logger) =>
  async (
    step: () => Promise<void>,
    signal: AbortSignal,
    isTemporary: (error: unknown) => boolean,
  ): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await step();
      } catch (err) {
        if (signal.aborted || !isTemporary(err)) throw err;
        log.warn({ err }, 'store operation postponed: store unavailable');
        await sleep(backOff(tries, FIRST_PAUSE_MS, LAST_PAUSE_MS), undefined, { signal });
      }
    }
  };

/** True when the store responds within `ms`. */
export const respondsWithin = async (connection: Connection, ms: number): Promise<boolean> => {
  if (connection.readyState !== 1 || !connection.db) return false;
  const ping = connection.db
    .admin()
    .ping()
    .then(() => true);
  const late = new Promise<false>((resolve) => setTimeout(resolve, ms, false).unref());
  return Promise.race([ping, late]).catch(() => false);
};
