import type { Doc } from '../documents.ts';
import { notSupported } from '../errors.ts';
import type { Call, Command, Commands, Server } from './command.ts';

/** Wire version of MongoDB 7.0. With a higher one the driver uses commands that this server lacks. */
const WIRE_VERSION = 21;

/** No setName and no topologyVersion: a standalone server that is polled, without retryable writes. */
const hello: Command = (_server, { connection }) => ({
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  maxBsonObjectSize: 16 * 1024 * 1024,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: connection,
  minWireVersion: 0,
  maxWireVersion: WIRE_VERSION,
  readOnly: false,
  ok: 1,
});

const buildInfo = ({ settings: { version } }: Server): Doc => ({
  version,
  versionArray: [...version.split('.').map(Number), 0],
  gitVersion: 'embedded',
  modules: [],
  bits: 64,
  maxBsonObjectSize: 16 * 1024 * 1024,
  ok: 1,
});

const serverStatus = ({ engine, settings: { version } }: Server): Doc => ({
  host: 'embedded',
  version,
  process: 'embedded',
  pid: process.pid,
  uptime: process.uptime(),
  connections: { current: 1 },
  storageEngine: { name: 'embedded', ...engine.use() },
  ok: 1,
});

const getParameter = ({ settings: { version } }: Server, { command }: Call): Doc => ({
  ...('featureCompatibilityVersion' in command || command.getParameter === '*'
    ? { featureCompatibilityVersion: { version: version.split('.').slice(0, 2).join('.') } }
    : {}),
  ok: 1,
});

/** Parameters for housekeeping intervals; accepted without effect. */
const HARMLESS_PARAMETERS: ReadonlySet<string> = new Set(['ttlMonitorSleepSecs', 'ttlMonitorEnabled']);

const setParameter: Command = (_server, { command }) => {
  const unknown = Object.keys(command).find(
    (name) =>
      name !== 'setParameter' && name !== 'lsid' && !name.startsWith('$') && !HARMLESS_PARAMETERS.has(name),
  );
  if (unknown !== undefined) throw notSupported(`setParameter ${unknown}`);
  return { ok: 1 };
};

const done: Command = () => ({ ok: 1 });

export const diagnosticCommands: Commands = {
  hello,
  ismaster: hello,
  isMaster: hello,
  ping: done,
  buildInfo,
  buildinfo: buildInfo,
  serverStatus,
  getParameter,
  setParameter,
  hostInfo: () => ({ system: {}, ok: 1 }),
  connectionStatus: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] }, ok: 1 }),
  whatsmyuri: () => ({ you: '127.0.0.1', ok: 1 }),
  getCmdLineOpts: () => ({ argv: [], parsed: {}, ok: 1 }),
  getLog: () => ({ log: [], ok: 1 }),
  currentOp: () => ({ inprog: [], ok: 1 }),
  profile: () => ({ was: 0, slowms: 100, ok: 1 }),
  validate: () => ({ valid: true, ok: 1 }),
  logout: done,
  endSessions: done,
  refreshSessions: done,
  killSessions: done,
  killAllSessions: done,
  startSession: () => ({ id: {}, timeoutMinutes: 30, ok: 1 }),
  fsync: done,
};
