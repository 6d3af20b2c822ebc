import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { poll } from '@satrangi/start';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import type { BaseImages } from './base-images.ts';
import { docker, root, run } from './docker.ts';

const EMBEDDED = 'satrangi-base/embedded:test';
const OBJECT_STORE = 'satrangi-base/object-store:test';
const S3_PORT = 9_000;
const STARTED_MS = 120_000;

/** Addresses that tests read. */
export type Stores = {
  readonly env: Readonly<
    Record<'TEST_AMQP_URL' | 'TEST_REDIS_URL' | 'TEST_MONGODB_URI' | 'TEST_S3_URL', string>
  >;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

const addressOf = (container: StartedTestContainer, port: number): string =>
  `${container.getHost()}:${container.getMappedPort(port)}`;

/** Ports of containers in this network are published on 127.0.0.1 only: the stores have no passwords worth the name. */
const makeNetwork = async (): Promise<string> => {
  const name = `satrangi-stores-${process.pid}`;
  const option = 'com.docker.network.bridge.host_binding_ipv4=127.0.0.1';
  await docker(['network', 'create', '--opt', option, name]);
  return name;
};

const startRabbit = (image: string, network: string): Promise<StartedTestContainer> =>
  new GenericContainer(image)
    .withNetworkMode(network)
    .withExposedPorts(5672)
    .withWaitStrategy(Wait.forLogMessage(/Server startup complete/))
    .withStartupTimeout(STARTED_MS)
    .start();

const startRedis = (image: string, network: string): Promise<StartedTestContainer> =>
  new GenericContainer(image)
    .withNetworkMode(network)
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .withStartupTimeout(STARTED_MS)
    .start();

const INITIATE = "rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'localhost:27017' }] })";
const IS_PRIMARY = 'quit(db.hello().isWritablePrimary ? 0 : 1)';

/** A replica set of one, as in compose: services refuse a standalone server. */
const startMongo = async (image: string, network: string): Promise<StartedTestContainer> => {
  const container = await new GenericContainer(image)
    .withNetworkMode(network)
    .withExposedPorts(27_017)
    .withCommand(['mongod', '--replSet', 'rs0', '--bind_ip_all'])
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/))
    .withStartupTimeout(STARTED_MS)
    .start();
  await container.exec(['mongosh', '--quiet', '--eval', INITIATE]);
  const isPrimary = async (): Promise<boolean> =>
    (await container.exec(['mongosh', '--quiet', '--eval', IS_PRIMARY])).exitCode === 0;
  if (!(await poll(isPrimary, STARTED_MS, 500))) throw new Error('MongoDB has no primary');
  return container;
};

const build = async (image: string, file: string, nodeImage: string): Promise<void> => {
  const args = ['--network', 'host', '--build-arg', `NODE_IMAGE=${nodeImage}`];
  await docker(['build', '-q', ...args, '-t', image, '-f', file, root]);
};

/** The embedded server in an image, where no registry has MongoDB's. */
const startEmbedded = async (nodeImage: string, network: string): Promise<StartedTestContainer> => {
  await build(EMBEDDED, 'deploy/containers/embedded.Dockerfile', nodeImage);
  return new GenericContainer(EMBEDDED)
    .withNetworkMode(network)
    .withExposedPorts(27_017)
    .withWaitStrategy(Wait.forLogMessage(/"url"/))
    .withStartupTimeout(STARTED_MS)
    .start();
};

/** Any answer will do: without a signature it is a refusal. */
const ANSWERS = `fetch('http://127.0.0.1:${S3_PORT}/').then(() => process.exit(0), () => process.exit(1))`;

type S3Login = { readonly user: string; readonly password: string };

const startMinio = (
  image: string,
  network: string,
  { user, password }: S3Login,
): Promise<StartedTestContainer> =>
  new GenericContainer(image)
    .withNetworkMode(network)
    .withExposedPorts(S3_PORT)
    .withEnvironment({ MINIO_ROOT_USER: user, MINIO_ROOT_PASSWORD: password })
    .withCommand(['server', '/data'])
    .withWaitStrategy(Wait.forHttp('/minio/health/ready', S3_PORT))
    .withStartupTimeout(STARTED_MS)
    .start();

/** The object store of the sandbox in an image, where no registry has MinIO's. */
const startObjectStore = async (
  nodeImage: string,
  network: string,
  { user, password }: S3Login,
): Promise<StartedTestContainer> => {
  await build(OBJECT_STORE, 'deploy/docker/sandbox.Dockerfile', nodeImage);
  return (
    new GenericContainer(OBJECT_STORE)
      .withNetworkMode(network)
      .withExposedPorts(S3_PORT)
      .withEnvironment({ NODE_ENV: 'test', S3_HOST: '0.0.0.0', S3_PORT: String(S3_PORT) })
      .withEnvironment({ S3_ACCESS_KEY: user, S3_SECRET_KEY: password })
      .withCommand(['node', 'deploy/sandbox/src/s3/main.ts'])
      // the image's own check asks the sandbox
      .withHealthCheck({
        test: ['CMD', 'node', '-e', ANSWERS],
        interval: 1_000,
        timeout: 10_000,
        retries: 60,
      })
      .withWaitStrategy(Wait.forHealthCheck())
      .withStartupTimeout(STARTED_MS)
      .start()
  );
};

/**
 * Starts RabbitMQ, Redis, MongoDB and an object store in containers. @throws Error when one does not start; the others are then removed
 */
export const startStores = async ({ env, local }: BaseImages): Promise<Stores> => {
  // the image of the reaper comes from a registry; without it this process removes its containers itself
  if (local.length > 0) process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
  // a machine that is itself a container looks for published ports at its gateway otherwise
  if (!/^(tcp|ssh):/.test(process.env.DOCKER_HOST ?? ''))
    process.env.TESTCONTAINERS_HOST_OVERRIDE ??= '127.0.0.1';
  const network = await makeNetwork();
  const node = env.NODE_IMAGE ?? '';
  const login = { user: 'satrangi', password: randomBytes(12).toString('hex') };
  const starting = await Promise.allSettled([
    startRabbit(env.RABBITMQ_IMAGE ?? '', network),
    startRedis(env.REDIS_IMAGE ?? '', network),
    env.MONGO_IMAGE ? startMongo(env.MONGO_IMAGE, network) : startEmbedded(node, network),
    env.MINIO_IMAGE ? startMinio(env.MINIO_IMAGE, network, login) : startObjectStore(node, network, login),
  ]);
  const started = starting.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const end = async (): Promise<void> => {
    await Promise.all(started.map((container) => container.stop()));
    await docker(['network', 'rm', network]);
    await run('docker', ['image', 'rm', EMBEDDED, OBJECT_STORE]);
  };
  const [rabbit, redis, mongo, s3] = started;
  if (!rabbit || !redis || !mongo || !s3 || started.length < starting.length) {
    await end();
    throw new Error(
      starting.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])).join('; '),
    );
  }
  return {
    env: {
      TEST_AMQP_URL: `amqp://guest:guest@${addressOf(rabbit, 5672)}`,
      TEST_REDIS_URL: `redis://${addressOf(redis, 6379)}`,
      TEST_MONGODB_URI: `mongodb://${addressOf(mongo, 27_017)}/${env.MONGO_IMAGE ? '?directConnection=true' : ''}`,
      TEST_S3_URL: `http://${login.user}:${login.password}@${addressOf(s3, S3_PORT)}`,
    },
    [Symbol.asyncDispose]: end,
  };
};
