import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServiceName, serviceNames } from '@satrangi/contracts';
import { socketOf, urlOfSocket } from '@satrangi/embedded/socket';
import { openDataDir } from './data-dir.ts';
import type { StoreFailure } from './embedded-store.ts';
import { type Environment, environments } from './environments.ts';
import { freePorts } from './ports.ts';
import { untilReady } from './ready.ts';
import { localSecrets, type Secrets } from './settings.ts';
import { superviseStore } from './supervised-store.ts';
import { type Part, supervise } from './supervisor.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * V8 allocates the objects of code whose objects once survived directly in the old generation. When these are parts of
 * requests, they keep all others of their request in memory until a collection of everything (decision 0167).
 */
const NO_PRETENURING = '--no-allocation-site-pretenuring';

type PartName = ServiceName | 'gateway' | 'mongo' | 'sandbox';
/**
 * Node flags of a process, as in compose. A young generation of two halves of 16 MB, as V8 chooses for 768 MB of memory; on a
 * large machine it would choose 64 MB (decision 0163). In the processes through which many bytes pass, buffers of uploads and
 * mails would wait for its collection (decision 0086). The gateway, which all requests pass, has a larger one than the others
 * of these, and collects it itself while it forwards uploads.
 */
export const flagsOf = (name: PartName): readonly string[] => {
  if (name === 'gateway') return [NO_PRETENURING, '--max-semi-space-size=4', '--expose-gc'];
  return [NO_PRETENURING, `--max-semi-space-size=${name === 'publishing' || name === 'cms' ? 1 : 16}`];
};

export type PartEnvironments = Readonly<Partial<Record<PartName, Environment>>>;

export type ProcessesOptions = {
  readonly dataDir: string;
  readonly amqpUrl: string;
  readonly redisUrl: string;
  /** A running server; by default an embedded one is started. */
  readonly mongoUrl?: string;
  readonly port?: number;
  /** Variables for every service and the gateway. */
  readonly env?: Record<string, string>;
  /** Variables for single processes. */
  readonly envOf?: PartEnvironments;
  readonly readyMs?: number;
  /** Called when the embedded store cannot run any more; by default this process ends with its message. */
  readonly onStoreFailure?: (failure: StoreFailure) => void;
};

export type Replica = AsyncDisposable & { readonly url: string; readonly part: Part };

export type Platform = {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly mongoUrl: string;
  readonly services: Readonly<Record<ServiceName, string>>;
  readonly parts: Readonly<Record<PartName, Part>>;
  readonly secrets: Secrets;
  /** Starts one more process of a service, or a gateway. @param env changes to the environment of that part */
  readonly startReplica: (
    name: ServiceName | 'gateway',
    env?: Record<string, string | undefined>,
  ) => Promise<Replica>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

type ReplicaDeps = {
  readonly options: ProcessesOptions;
  readonly envs: ReturnType<typeof environments>;
  readonly readyMs: number;
};

/** Starts further processes of the parts of a platform, on ports of their own; see `Platform.startReplica`. */
const createReplicaStarter =
  ({ options, envs, readyMs }: ReplicaDeps): Platform['startReplica'] =>
  async (name, changes = {}) => {
    const [own = 0] = await freePorts(1);
    const base = name === 'gateway' ? envs.gateway(own, '127.0.0.1') : envs.service(name);
    const env = Object.fromEntries(
      Object.entries({ ...base, ...options.envOf?.[name], ...changes, PORT: String(own) }).flatMap(
        ([key, value]) => (value === undefined ? [] : [[key, value]]),
      ),
    );
    const part = supervise({
      name,
      script: path.join(root, name === 'gateway' ? 'gateway/src/main.ts' : `services/${name}/src/main.ts`),
      flags: flagsOf(name),
      env,
      logFile: path.join(options.dataDir, 'logs', `${name}-${own}.log`),
    });
    const replicaUrl = `http://127.0.0.1:${own}`;
    const readyUrl = `${replicaUrl}${name === 'gateway' ? '/api/readyz' : '/health/ready'}`;
    await untilReady(readyUrl, readyMs).catch(async (error: unknown) => {
      await part.stop();
      throw error;
    });
    return { url: replicaUrl, part, [Symbol.asyncDispose]: () => part.stop() };
  };

/**
 * The layout of compose on one machine: every service, the gateway, the sandbox and the embedded MongoDB each in its
 * own supervised process, over a real RabbitMQ and a real Redis.
 */
export const startProcesses = async (options: ProcessesOptions): Promise<Platform> => {
  const { dataDir, readyMs = 60_000 } = options;
  openDataDir(dataDir);
  mkdirSync(path.join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
  const secrets = localSecrets(dataDir);
  const [sandboxPort = 0, smtpPort = 0, gatewayPort = 0, ...servicePorts] = await freePorts(
    3 + serviceNames.length,
  );
  const port = options.port ?? gatewayPort;
  const url = `http://127.0.0.1:${port}`;
  const mongoUrl = options.mongoUrl ?? urlOfSocket(socketOf(path.join(dataDir, 'mongo')));
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const serviceUrls = Object.fromEntries(
    serviceNames.map((name, index) => [name, `http://127.0.0.1:${servicePorts[index]}`]),
  ) as Record<ServiceName, string>;
  const envs = environments(
    {
      mongoUrl,
      amqpUrl: options.amqpUrl,
      redisUrl: options.redisUrl,
      publicUrl: url,
      dataDir,
      services: serviceUrls,
      sandbox: { url: sandboxUrl, smtpUrl: `smtp://127.0.0.1:${smtpPort}` },
    },
    secrets,
    options.env ?? {},
  );
  const run = (name: PartName, script: string, env: Environment): Part =>
    supervise({
      name,
      script: path.join(root, script),
      flags: flagsOf(name),
      env: { ...env, ...options.envOf?.[name] },
      logFile: path.join(dataDir, 'logs', `${name}.log`),
    });

  await using cleanup = new AsyncDisposableStack();
  const keep = (part: Part): Part => {
    cleanup.defer(() => part.stop());
    return part;
  };
  const mongo = keep(
    superviseStore({
      dir: path.join(dataDir, 'mongo'),
      flags: flagsOf('mongo'),
      env: options.envOf?.mongo ?? {},
      logFile: path.join(dataDir, 'logs', 'mongo.log'),
      ...(options.onStoreFailure ? { onFailure: options.onStoreFailure } : {}),
    }),
  );
  const sandbox = keep(run('sandbox', 'deploy/sandbox/src/main.ts', envs.sandbox(sandboxPort, smtpPort)));
  const services = Object.fromEntries(
    serviceNames.map((name) => [name, keep(run(name, `services/${name}/src/main.ts`, envs.service(name)))]),
  ) as Record<ServiceName, Part>;
  const gateway = keep(run('gateway', 'gateway/src/main.ts', envs.gateway(port, '127.0.0.1')));
  await untilReady(`${url}/api/readyz`, readyMs);
  await untilReady(`${sandboxUrl}/sandbox/payments`, 10_000);

  const owned = cleanup.move();
  return {
    url,
    sandboxUrl,
    mongoUrl,
    services: serviceUrls,
    parts: { ...services, gateway, mongo, sandbox },
    secrets,
    startReplica: createReplicaStarter({ options, envs, readyMs }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
