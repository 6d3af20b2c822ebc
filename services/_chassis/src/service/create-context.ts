import { join } from 'node:path';
import { LIVE_RESET } from '@satrangi/contracts';
import { systemIds } from '../base/ids.ts';
import { createFileStore } from '../files/file-store.ts';
import { openStorage } from '../files/open-storage.ts';
import { createOwnFiles } from '../files/own-files.ts';
import { createScratch } from '../files/scratch.ts';
import { type ReadCaller, sessionEnded } from '../http/auth.ts';
import { createRateLimiter } from '../limits/rate-limiter.ts';
import type { LiveLog } from '../live/log.ts';
import type { LoadDriveSdk } from '../providers/google-login.ts';
import { openDrive } from '../providers/open-drive.ts';
import type { Parts } from './open-parts.ts';
import type { ServiceContext } from './service-context.ts';

type Context = ServiceContext<unknown>;

const contextLive = (name: string, live: LiveLog): Context['live'] => ({
  publish: live.publish,
  subscribe: (listener) => {
    const off = live.subscribe(({ message, audience, change }) => listener(message, audience, change));
    const offReset = live.onReset(() => listener({ type: LIVE_RESET, id: name }, { to: 'internal' }));
    return () => {
      off();
      offReset();
    };
  },
});

const contextSessions = (
  { base, sessions, newEvent, bus, stopping }: Parts,
  readCaller: ReadCaller,
): Context['sessions'] => ({
  hasEnded: (login) => sessionEnded(sessions.state, login),
  onChange: sessions.onChange,
  readCaller,
  requestSnapshot: () =>
    void sessions.requestSnapshot(newEvent, bus.publish, {
      rebuild: base.PROJECTION_REBUILD === '1',
      signal: stopping.signal,
    }),
});

/** Opens the storage of files, which a service reads and writes in four ways. */
const openFiles = async ({ name, base, log }: Parts, driveSdk: LoadDriveSdk | null) => {
  const drive = openDrive(base, log, driveSdk);
  const { storage, close } = await openStorage(base, log);
  const scratch = createScratch(join(base.DATA_DIR, 'scratch'));
  return {
    context: {
      files: createFileStore({ storage, scratch, drive, log }),
      ownFiles: createOwnFiles({ storage, scratch, log }, `files/own/${name}`),
      filesIn: (folder) => createOwnFiles({ storage, scratch, log }, folder),
      scratch,
      drive,
    } satisfies Partial<Context>,
    close,
  };
};

export type ContextOptions<Config> = {
  readonly config: Config;
  readonly identityUrl: string;
  readonly readCaller: ReadCaller;
  readonly driveSdk: LoadDriveSdk | null;
};

/** Creates the context that a service is built from. `closeStorage` closes the storage of its files. */
export const createContext = async <Config>(
  parts: Parts,
  { config, identityUrl, readCaller, driveSdk }: ContextOptions<Config>,
) => {
  const { name, base, log, clock, store, live, newEvent, bus, metrics, stopping } = parts;
  const files = await openFiles(parts, driveSdk);
  const context: ServiceContext<Config> = {
    name,
    config,
    log,
    clock,
    ids: systemIds,
    store: store.serviceStore,
    rateLimiter: (limits, collection) =>
      createRateLimiter({
        ...{ store: store.serviceStore, clock, limits, collection },
        secret: base.INTERNAL_SECRET,
      }),
    live: contextLive(name, live),
    sessions: contextSessions(parts, readCaller),
    ...files.context,
    events: { newEvent, publish: bus.publish },
    metrics,
    settings: {
      rebuildProjections: base.PROJECTION_REBUILD === '1',
      dataDir: base.DATA_DIR,
      identityUrl,
      internalSecret: base.INTERNAL_SECRET,
      nodeEnv: base.NODE_ENV,
      google: { serviceAccount: base.GOOGLE_SERVICE_ACCOUNT, baseUrl: base.GOOGLE_BASE_URL },
    },
    onStop: (stop) => stopping.signal.addEventListener('abort', stop, { once: true }),
  };
  return { context, closeStorage: files.close };
};
