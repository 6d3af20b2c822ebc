import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';

export type Infra = {
  readonly amqpUrl: string | null;
  readonly redisUrl: string | null;
  readonly mongoUrl: string | null;
  /** Where each was found, for messages of skipped tests. */
  readonly how: Readonly<Record<'amqp' | 'redis' | 'mongo', string>>;
};

const RESPONSE_MS = 1_500;
/** A server on a busy machine may respond late. */
const GIVEN_TRIES = 20;

/** True when the server at that address responds: an open port alone is no proof. */
const responds = (port: number, host: string, greeting: Uint8Array | string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (answer: boolean): void => {
      clearTimeout(late);
      socket.destroy();
      resolve(answer);
    };
    const late = setTimeout(end, RESPONSE_MS, false);
    socket.on('connect', () => socket.write(greeting));
    socket.on('data', () => end(true));
    socket.on('error', () => end(false));
  });

const AMQP_GREETING = Uint8Array.from([65, 77, 81, 80, 0, 0, 9, 1]);
const REDIS_GREETING = 'PING\r\n';

const respondsAt = (url: string, greeting: Uint8Array | string, usualPort: number): Promise<boolean> => {
  const { hostname, port } = new URL(url);
  return responds(Number(port || usualPort), hostname, greeting);
};

/** A port that nothing listens on now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

const REDIS_BINARIES = [
  '/usr/bin/redis-server',
  '/usr/local/bin/redis-server',
  '/opt/homebrew/bin/redis-server',
];

export type OwnRedis = {
  readonly url: string;
  /** Kills it with SIGKILL; a start on the same port begins empty. */
  readonly kill: () => Promise<void>;
};

/** Starts a Redis without persistence that ends with this process. Null without a binary. */
export const startRedis = async (at?: number): Promise<OwnRedis | null> => {
  const binary = REDIS_BINARIES.find((path) => existsSync(path));
  if (!binary) return null;
  const port = at ?? (await freePort());
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child: ChildProcess = spawn(binary, options, { stdio: 'ignore' });
  child.unref();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  for (let tries = 0; tries < 100; tries += 1) {
    if (await responds(port, '127.0.0.1', REDIS_GREETING))
      return {
        url: `redis://127.0.0.1:${port}`,
        kill: async () => {
          process.off('exit', end);
          end();
          await exited;
        },
      };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  end();
  return null;
};

const ownRedis = async (): Promise<string | null> => (await startRedis())?.url ?? null;

const ownRabbit = async (): Promise<string | null> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('rabbitmq:4')
    .withExposedPorts(5672)
    .withWaitStrategy(Wait.forLogMessage(/Server startup complete/))
    .start();
  return `amqp://guest:guest@${container.getHost()}:${container.getMappedPort(5672)}`;
};

type Found = { readonly url: string | null; readonly how: string };

const find = async (
  given: string | undefined,
  usual: string,
  isThere: (url: string) => Promise<boolean>,
  own: () => Promise<string | null>,
): Promise<Found> => {
  if (given) {
    for (let tries = 0; tries < GIVEN_TRIES; tries += 1)
      if (await isThere(given)) return { url: given, how: 'given' };
    throw new Error(`no response from ${new URL(given).host}, which the environment names`);
  }
  if (await isThere(usual)) return { url: usual, how: 'usual port' };
  const url = await own().catch(() => null);
  return { url, how: url ? 'started for the tests' : 'not found' };
};

let found: Promise<Infra> | undefined;

/**
 * The real servers that tests may use: `TEST_AMQP_URL`, `TEST_REDIS_URL`, `TEST_MONGODB_URI`, else servers on the default
 * ports, else local binaries or containers, else null: tests that need them are skipped.
 * @throws Error when a server that the environment names does not respond: its tests must not be skipped silently
 */
export const findInfra = (): Promise<Infra> => {
  found ??= (async () => {
    const { TEST_AMQP_URL, TEST_REDIS_URL, TEST_MONGODB_URI } = process.env;
    const [amqp, redis] = await Promise.all([
      find(
        TEST_AMQP_URL,
        'amqp://guest:guest@127.0.0.1:5672',
        (url) => respondsAt(url, AMQP_GREETING, 5_672),
        ownRabbit,
      ),
      find(
        TEST_REDIS_URL,
        'redis://127.0.0.1:6379',
        (url) => respondsAt(url, REDIS_GREETING, 6_379),
        ownRedis,
      ),
    ]);
    return {
      amqpUrl: amqp.url,
      redisUrl: redis.url,
      mongoUrl: TEST_MONGODB_URI ?? null,
      how: { amqp: amqp.how, redis: redis.how, mongo: TEST_MONGODB_URI ? 'given' : 'embedded' },
    };
  })();
  return found;
};
