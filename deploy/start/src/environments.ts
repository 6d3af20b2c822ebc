import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServiceName, secretsOf, serviceUrls } from '@satrangi/contracts';
import { SANDBOX_CLIENT_ID } from '@satrangi/sandbox';
import type { Secrets } from './settings.ts';

export type Environment = Record<string, string>;
export type Endpoints = {
  readonly mongoUrl: string;
  readonly amqpUrl: string;
  readonly redisUrl: string;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly services: Readonly<Record<ServiceName, string>>;
  readonly sandbox: { readonly url: string; readonly smtpUrl: string } | null;
};

const dist = (app: string): string => fileURLToPath(new URL(`../../../${app}/dist`, import.meta.url));

const defined = (env: Record<string, string | undefined>): Environment =>
  Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** The variables of processes that call the sandbox; empty without one. */
const sandboxVariables = ({ sandbox }: Endpoints, secrets: Secrets) => {
  if (!sandbox) return { payments: {}, signIn: {}, mail: {}, deployHook: {}, gateway: {} };
  const mail = { SMTP_URL: sandbox.smtpUrl };
  return {
    payments: {
      STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET,
      STRIPE_BASE_URL: sandbox.url,
      CASHFREE_CLIENT_ID: secrets.CASHFREE_CLIENT_ID,
      CASHFREE_CLIENT_SECRET: secrets.CASHFREE_CLIENT_SECRET,
      CASHFREE_BASE_URL: `${sandbox.url}/pg`,
      CASHFREE_MODE: 'sandbox',
      ...mail,
    },
    signIn: {
      ...mail,
      GOOGLE_CLIENT_ID: SANDBOX_CLIENT_ID,
      GOOGLE_JWKS_URL: `${sandbox.url}/sandbox/google/certs`,
      GOOGLE_SCRIPT_URL: '/sandbox/google.js',
    },
    mail,
    // Deploy in the back office calls a hook on a machine without a host of pages, too
    deployHook: { DEPLOY_HOOK_URL: `${sandbox.url}/sandbox/hooks/deploy` },
    gateway: { SANDBOX_URL: sandbox.url },
  } satisfies Record<string, Environment>;
};

/**
 * The environment variables of each process: the counterpart of docker-compose.yml for one machine.
 * `extra` (variables of the developer) takes precedence.
 */
export const environments = (
  endpoints: Endpoints,
  secrets: Secrets,
  extra: Record<string, string | undefined>,
) => {
  const shared: Environment = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    MONGODB_URI: endpoints.mongoUrl,
    AMQP_URL: endpoints.amqpUrl,
    REDIS_URL: endpoints.redisUrl,
    DATA_DIR: endpoints.dataDir,
    PUBLIC_URL: endpoints.publicUrl,
    INTERNAL_SECRET: secrets.INTERNAL_SECRET,
    IDENTITY_URL: endpoints.services.identity,
  };
  const sandboxed = sandboxVariables(endpoints, secrets);
  const urls = serviceUrls((name) => endpoints.services[name]);
  const given = defined(extra);
  // with a service account the real Google is used
  const google: Environment =
    endpoints.sandbox && !given.GOOGLE_SERVICE_ACCOUNT ? { GOOGLE_BASE_URL: endpoints.sandbox.url } : {};
  // Ports and addresses are assigned here: the PORT of the gateway must not reach a service.
  const { PORT: _port, HOST: _host, DATA_DIR: _dataDir, ...rest } = given;

  return {
    service: (name: ServiceName): Environment => ({
      ...shared,
      ...google,
      ...(name === 'payments' ? sandboxed.payments : {}),
      ...(name === 'identity' ? { ...sandboxed.signIn, ...urls } : {}),
      ...(name === 'concierge' ? urls : {}),
      ...(name === 'cms' || name === 'virtual-run' || name === 'publishing' ? sandboxed.mail : {}),
      ...(name === 'cms' ? sandboxed.deployHook : {}),
      ...Object.fromEntries(secretsOf(name).map((secret) => [secret, secrets[secret]])),
      ...rest,
      PORT: new URL(endpoints.services[name]).port,
      HOST: '127.0.0.1',
    }),
    gateway: (port: number, host: string): Environment => ({
      ...shared,
      ...urls,
      ...sandboxed.gateway,
      ...rest,
      PORT: String(port),
      HOST: host,
      WEB_DIST: dist('web'),
      ADMIN_DIST: dist('admin-web'),
    }),
    sandbox: (port: number, smtpPort: number): Environment => ({
      NODE_ENV: 'development',
      ...secrets,
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: String(smtpPort),
      WEBHOOK_BASE_URL: endpoints.publicUrl,
      DATA_DIR: path.join(endpoints.dataDir, 'sandbox'),
    }),
  };
};
