import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { freePorts } from '@satrangi/start';
import { type ManagedServer, startManagedServer } from './managed-server.ts';

/** The wrapper on the PATH requires a system user; this script runs as the current user. */
const RABBIT = '/usr/lib/rabbitmq/bin/rabbitmq-server';
const RABBIT_CONTROL = '/usr/lib/rabbitmq/bin/rabbitmqctl';
const CONTROL_MS = 20_000;
/** About 10 s alone on two cores; many times that beside other work. */
const RABBIT_START_MS = 180_000;
const redisPlaces = [
  '/usr/bin/redis-server',
  '/usr/local/bin/redis-server',
  '/opt/homebrew/bin/redis-server',
];

export type InfraServer = {
  readonly url: string;
  readonly server: ManagedServer | null;
  /** Runs a rabbitmqctl command; null when the server is shared. @throws Error when it fails */
  readonly control: ((args: readonly string[]) => void) | null;
};
export type Infra = {
  readonly rabbit: InfraServer;
  readonly redis: InfraServer;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

const startRabbit = async (dir: string, cleanup: AsyncDisposableStack): Promise<InfraServer> => {
  const [port = 0, distPort = 0, epmdPort = 0] = await freePorts(3);
  for (const sub of ['data', 'log']) mkdirSync(path.join(dir, sub), { recursive: true });
  writeFileSync(
    path.join(dir, 'rabbit.conf'),
    `listeners.tcp.1 = 127.0.0.1:${port}\ndistribution.listener.interface = 127.0.0.1\n`,
  );
  writeFileSync(path.join(dir, 'plugins'), '[].');
  const env = {
    ...process.env,
    HOME: dir,
    RABBITMQ_NODENAME: `satrangi-${port}@localhost`,
    RABBITMQ_MNESIA_BASE: path.join(dir, 'data'),
    RABBITMQ_LOG_BASE: path.join(dir, 'log'),
    RABBITMQ_CONFIG_FILE: path.join(dir, 'rabbit'),
    RABBITMQ_ENABLED_PLUGINS_FILE: path.join(dir, 'plugins'),
    RABBITMQ_DIST_PORT: String(distPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(epmdPort),
  };
  // epmd daemonizes itself and serves this node only.
  cleanup.defer(() => void spawnSync('epmd', ['-port', String(epmdPort), '-kill'], { env, stdio: 'ignore' }));
  const server = await startManagedServer({ command: RABBIT, args: [], env, port, startMs: RABBIT_START_MS });
  cleanup.defer(server.stop);
  const control = (args: readonly string[]): void => {
    const { status, stderr } = spawnSync(RABBIT_CONTROL, args, {
      env,
      timeout: CONTROL_MS,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`rabbitmqctl ${args[0]} failed: ${stderr}`);
  };
  return { url: `amqp://guest:guest@127.0.0.1:${port}`, server, control };
};

const startRedis = async (
  command: string,
  dir: string,
  cleanup: AsyncDisposableStack,
): Promise<InfraServer> => {
  const [port = 0] = await freePorts(1);
  mkdirSync(dir, { recursive: true });
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    dir,
  ];
  const server = await startManagedServer({ command, args, env: process.env, port, startMs: 10_000 });
  cleanup.defer(server.stop);
  return { url: `redis://127.0.0.1:${port}`, server, control: null };
};

/**
 * RabbitMQ and Redis for one run. They are started from the installed programs, so that scenarios can kill them. When
 * the programs are missing, or the given stores are wanted, the given addresses are used and never stopped.
 */
export const startInfra = async (
  dir: string,
  given: { readonly amqpUrl: string; readonly redisUrl: string; readonly usesGivenStores: boolean },
): Promise<Infra> => {
  await using cleanup = new AsyncDisposableStack();
  const startsOwn = !given.usesGivenStores;
  const redisCommand = startsOwn && redisPlaces.find((place) => existsSync(place));
  const [rabbit, redis] = await Promise.all([
    startsOwn && existsSync(RABBIT)
      ? startRabbit(path.join(dir, 'rabbit'), cleanup)
      : { url: given.amqpUrl, server: null, control: null },
    redisCommand
      ? startRedis(redisCommand, path.join(dir, 'redis'), cleanup)
      : { url: given.redisUrl, server: null, control: null },
  ]);
  const owned = cleanup.move();
  return { rabbit, redis, [Symbol.asyncDispose]: () => owned.disposeAsync() };
};
