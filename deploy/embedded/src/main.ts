import { parseArgs } from 'node:util';
import { type RunningMongo, startMongo } from './index.ts';

const { values } = parseArgs({
  options: {
    dir: { type: 'string', default: '.data/mongo' },
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    'allow-where': { type: 'boolean', default: false },
    'until-stdin-ends': { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
  },
});

/** EX_IOERR: the data could not be kept. */
const STORE_FAILURE = 74;

const fail = (error: unknown, code: number): never => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${JSON.stringify({ level: 'fatal', error: message })}\n`);
  process.exit(code);
};

const start = (): Promise<RunningMongo> =>
  startMongo({
    ...(values.memory ? {} : { dir: values.dir }),
    port: Number(values.port),
    host: values.host,
    allowsWhere: values['allow-where'],
    onStoreFailure: (error) => fail(error, STORE_FAILURE),
  });

const server = await start().catch((error: unknown) => fail(error, 1));

process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);

const stop = (): void => {
  void server.close().then(() => process.exit(0));
};

// The pipe from the parent closes however the parent ends: no server is left behind holding the directory.
if (values['until-stdin-ends']) process.stdin.once('end', stop).resume();

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
