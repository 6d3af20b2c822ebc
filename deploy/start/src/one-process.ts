import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServiceName, serviceNames } from '@satrangi/contracts';
import { spawnMongo } from '@satrangi/embedded';
import { startSandbox } from '@satrangi/sandbox';
import { environments } from './environments.ts';
import { freePorts } from './ports.ts';
import { localSecrets, type Settings } from './settings.ts';

const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export type Running = {
  readonly url: string;
  readonly sandboxUrl: string | null;
  /** Where each service listens behind the gateway. */
  readonly services: Readonly<Record<ServiceName, string>>;
  /** Only when an admin was made just now with a password of our choosing. */
  readonly firstAdmin: { readonly email: string; readonly password: string } | null;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

const secondsOf = (began: number): string => `${((performance.now() - began) / 1000).toFixed(2)} s`;

/**
 * The whole platform in this process, the embedded MongoDB in one of its own. An address in the settings switches
 * that part to a real server; nothing else changes.
 */
export const startInOneProcess = async (
  settings: Settings,
  env: Record<string, string | undefined>,
  say: (line: string) => void,
): Promise<Running> => {
  const began = performance.now();
  const secrets = localSecrets(settings.DATA_DIR);
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const isSandboxed =
    settings.NODE_ENV !== 'production' && !settings.STRIPE_SECRET_KEY && !settings.CASHFREE_CLIENT_ID;
  await using cleanup = new AsyncDisposableStack();

  const modules = Promise.all([
    import('@satrangi/chassis'),
    import('@satrangi/gateway/gateway'),
    import('@satrangi/identity/service'),
    import('@satrangi/catalog/service'),
    import('@satrangi/library/service'),
    import('@satrangi/payments/service'),
  ]);
  const [mongo, sandbox, ports] = await Promise.all([
    settings.MONGODB_URI ? null : spawnMongo({ dir: path.join(settings.DATA_DIR, 'mongo') }),
    isSandboxed
      ? startSandbox({
          dataDir: path.join(settings.DATA_DIR, 'sandbox'),
          webhookBaseUrl: `http://127.0.0.1:${settings.PORT}`,
          stripeKey: secrets.STRIPE_SECRET_KEY,
          stripeWebhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
          cashfreeClientId: secrets.CASHFREE_CLIENT_ID,
          cashfreeClientSecret: secrets.CASHFREE_CLIENT_SECRET,
        })
      : null,
    freePorts(serviceNames.length),
  ]);
  if (mongo) cleanup.use(mongo);
  if (sandbox) cleanup.use(sandbox);
  say(`  store      ${mongo ? 'embedded MongoDB' : 'MONGODB_URI'}, ${secondsOf(began)}`);

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
    // Nobody balances load over one process: there is nothing to wait for before the door closes.
    { STOP_WAIT_MS: '0', DRAIN_MS: '0', ...env },
  );

  const [{ startService }, { startGateway }, { identityWith }, { catalog }, { library }, { payments }] =
    await modules;
  let firstAdmin: Running['firstAdmin'] = null;
  const identity = identityWith({
    onFirstAdmin: (credentials) => {
      firstAdmin = credentials;
    },
  });
  const services = await Promise.all([
    startService(identity, envs.service('identity')),
    startService(catalog, envs.service('catalog')),
    startService(library, envs.service('library')),
    startService(payments, envs.service('payments')),
  ]);
  await Promise.all(services.map((service) => service.ready()));
  for (const service of services) cleanup.use(service);
  say(`  services   ${serviceNames.join(', ')}, ${secondsOf(began)}`);
  const gateway = cleanup.use(await startGateway(envs.gateway(settings.PORT, settings.HOST, webDist)));
  say(`  gateway    ${gateway.url}, ${secondsOf(began)}`);

  const owned = cleanup.move();
  return {
    url: gateway.url,
    sandboxUrl: sandbox ? `${publicUrl}/sandbox` : null,
    services: serviceUrls,
    firstAdmin,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
