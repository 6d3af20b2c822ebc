import { parseArgs } from 'node:util';
import { residentBytesOf } from './config.ts';
import { type RunningMongo, socketOf, startMongo } from './index.ts';
import { STORE_FAILURE, StoreError } from './store/store-error.ts';

const { values } = parseArgs({
  options: {
    dir: { type: 'string', default: '.data/mongo' },
    port: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    'until-stdin-ends': { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
  },
});

// The data contains personal data: other users of this machine must not read it.
process.umask(0o077);

/** EX_CONFIG. */
const WRONG_SETTINGS = 78;
const exitCodeOf = (error: unknown, otherwise: number): number =>
  error instanceof StoreError ? error.exitCode : otherwise;

const fail = (error: unknown, code: number): never => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${JSON.stringify({ level: 'fatal', error: message })}\n`);
  process.exit(code);
};

// this server has no users and no replicas; it is for development and tests
if (process.env.NODE_ENV === 'production')
  fail('The embedded store never runs in production: set MONGODB_URI.', WRONG_SETTINGS);

const residentBytes = (): number | undefined => {
  try {
    return residentBytesOf(process.env);
  } catch (error) {
    return fail(error, WRONG_SETTINGS);
  }
};

const start = (bytes: number | undefined): Promise<RunningMongo> =>
  startMongo({
    ...(bytes === undefined ? {} : { residentBytes: bytes }),
    ...(values.memory ? {} : { dir: values.dir }),
    ...(values.port === undefined && !values.memory ? { socket: socketOf(values.dir) } : {}),
    port: Number(values.port ?? 0),
    host: values.host,
    onStoreFailure: (error) => fail(error, exitCodeOf(error, STORE_FAILURE)),
  });

const server = await start(residentBytes()).catch((error: unknown) => fail(error, exitCodeOf(error, 1)));

process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);

const stop = (): void => {
  void server.close().then(() => process.exit(0));
};

// The pipe closes when the parent ends for any reason, so no orphaned server locks the directory.
if (values['until-stdin-ends']) process.stdin.once('end', stop).resume();

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
