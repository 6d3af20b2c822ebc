import path from 'node:path';
import { type Filling, type ServiceName, serviceNames } from '@satrangi/contracts';
import { openDataDir } from './data-dir.ts';
import { type StoreFailure, startEmbeddedStore } from './embedded-store.ts';
import { type Environment, environments } from './environments.ts';
import { freePorts } from './ports.ts';
import { loadService } from './service-modules.ts';
import { localSecrets, type Secrets, type Settings } from './settings.ts';

export type Running = {
  readonly url: string;
  readonly sandboxUrl: string | null;
  /** Required by the sandbox when other machines can reach the gateway. */
  readonly sandboxPassword: string | null;
  /** Base URL of each service behind the gateway. */
  readonly services: Readonly<Record<ServiceName, string>>;
  /** Set when this start created an admin with a generated password. */
  readonly firstAdmin: { readonly email: string; readonly password: string } | null;
  /** Sets the seeding progress that readiness and pages report; null when it is complete. */
  readonly showSeedProgress: (progress: Filling | null) => void;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Prints one line for each step, with the time it took. */
const stepPrinter = (print: (line: string) => void) => {
  let began = performance.now();
  return (name: string, details: string): void => {
    const now = performance.now();
    print(`  ${name.padEnd(10)} ${((now - began) / 1000).toFixed(1)} s   ${details}`);
    began = now;
  };
};

/** The sandbox of the providers; null in production, and when a real provider is configured. */
const openSandbox = async (settings: Settings, secrets: Secrets) => {
  const isSandboxed =
    settings.NODE_ENV !== 'production' && !settings.STRIPE_SECRET_KEY && !settings.CASHFREE_CLIENT_ID;
  if (!isSandboxed) return null;
  const { isLoopback, newPassword, startSandbox } = await import('@satrangi/sandbox');
  return startSandbox({
    dataDir: path.join(settings.DATA_DIR, 'sandbox'),
    password: isLoopback(settings.HOST) ? undefined : newPassword(),
    webhookBaseUrl: `http://127.0.0.1:${settings.PORT}`,
    stripeKey: secrets.STRIPE_SECRET_KEY,
    stripeWebhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
    cashfreeClientId: secrets.CASHFREE_CLIENT_ID,
    cashfreeClientSecret: secrets.CASHFREE_CLIENT_SECRET,
    reportSecret: secrets.REPORT_SECRET,
  });
};

/** The modules of the platform. They load while the store starts. */
const loadModules = () =>
  Promise.all([
    import('@satrangi/chassis'),
    import('@satrangi/gateway/gateway'),
    import('@satrangi/identity/service'),
    Promise.all(serviceNames.map(loadService)),
  ]);
type Modules = Awaited<ReturnType<typeof loadModules>>;

type StartedServices = {
  readonly services: readonly AsyncDisposable[];
  readonly firstAdmin: Running['firstAdmin'];
};

/** Starts all services at once and waits until each of them is ready. */
const startServices = async (
  [{ startService }, , { identityWith }]: Modules,
  envOf: (name: ServiceName) => Environment,
): Promise<StartedServices> => {
  let firstAdmin: Running['firstAdmin'] = null;
  const identity = identityWith({
    onFirstAdmin: (credentials) => {
      firstAdmin = credentials;
    },
  });
  const startOne = async (name: ServiceName) =>
    name === 'identity'
      ? startService(identity, envOf(name))
      : startService(await loadService(name), envOf(name));
  const services = await Promise.all(serviceNames.map(startOne));
  await Promise.all(services.map((service) => service.ready()));
  return { services, firstAdmin };
};

/**
 * Starts the whole platform in this process, and the embedded MongoDB in another. An address in the settings replaces
 * an embedded store or broker by a real server.
 * @param onStoreFailure called when the embedded MongoDB cannot run any more: the platform is useless without it
 * @throws StoreExit when the embedded MongoDB does not start
 */
export const startInOneProcess = async (
  settings: Settings,
  env: Record<string, string | undefined>,
  print: (line: string) => void,
  onStoreFailure: (failure: StoreFailure) => void = ({ message }) => {
    throw new Error(message);
  },
): Promise<Running> => {
  const printStep = stepPrinter(print);
  openDataDir(settings.DATA_DIR);
  const secrets = localSecrets(settings.DATA_DIR);
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  await using cleanup = new AsyncDisposableStack();

  const modules = loadModules();
  const [mongo, sandbox, ports] = await Promise.all([
    settings.MONGODB_URI
      ? null
      : startEmbeddedStore({
          dir: path.join(settings.DATA_DIR, 'mongo'),
          print,
          onFailure: onStoreFailure,
        }),
    openSandbox(settings, secrets),
    freePorts(serviceNames.length),
  ]);
  if (mongo) cleanup.use(mongo);
  if (sandbox) cleanup.use(sandbox);
  printStep('store', mongo ? 'embedded' : 'MONGODB_URI');

  const serviceUrls = Object.fromEntries(
    serviceNames.map((name, index) => [name, `http://127.0.0.1:${ports[index]}`]),
  ) as Record<ServiceName, string>;
  const envs = environments(
    {
      mongoUrl: settings.MONGODB_URI ?? mongo?.url ?? '',
      amqpUrl: settings.AMQP_URL ?? 'memory:',
      redisUrl: settings.REDIS_URL ?? 'memory:',
      publicUrl,
      dataDir: settings.DATA_DIR,
      services: serviceUrls,
      sandbox,
    },
    secrets,
    // There is no load balancer in front of one process, so shutdown needs no drain time; a start is quick and small.
    { STOP_WAIT_MS: '0', DRAIN_MS: '0', PRELOAD: '0', ...env, NODE_ENV: settings.NODE_ENV },
  );

  const loaded = await modules;
  const { services, firstAdmin } = await startServices(loaded, envs.service);
  for (const service of services) cleanup.use(service);
  printStep('services', serviceNames.join(', '));
  const [, { startGateway }] = loaded;
  let filling: Filling | null = null;
  const gateway = cleanup.use(
    await startGateway(envs.gateway(settings.PORT, settings.HOST), { filling: () => filling }),
  );
  printStep('gateway', gateway.url);

  const owned = cleanup.move();
  return {
    url: gateway.url,
    sandboxUrl: sandbox ? `${publicUrl}/sandbox` : null,
    sandboxPassword: sandbox?.password ?? null,
    services: serviceUrls,
    firstAdmin,
    showSeedProgress: (progress) => {
      filling = progress;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
