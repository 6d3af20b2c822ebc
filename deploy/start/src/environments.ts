import path from 'node:path';
import { type ServiceName, secretsOf, serviceUrls } from '@satrangi/contracts';
import { SANDBOX_CLIENT_ID } from '@satrangi/sandbox';
import type { Secrets } from './settings.ts';

export type Environment = Record<string, string>;
export type Places = {
  readonly mongoUrl: string;
  readonly amqpUrl: string;
  readonly redisUrl: string;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly services: Readonly<Record<ServiceName, string>>;
  readonly sandbox: { readonly url: string; readonly smtpUrl: string } | null;
};

const defined = (env: Record<string, string | undefined>): Environment =>
  Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/**
 * The environment of each part, in one place: what compose writes down in YAML is made here for one machine.
 * `extra` (a developer's own variables) wins.
 */
export const environments = (places: Places, secrets: Secrets, extra: Record<string, string | undefined>) => {
  const shared: Environment = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    MONGODB_URI: places.mongoUrl,
    AMQP_URL: places.amqpUrl,
    REDIS_URL: places.redisUrl,
    DATA_DIR: places.dataDir,
    PUBLIC_URL: places.publicUrl,
    INTERNAL_SECRET: secrets.INTERNAL_SECRET,
    IDENTITY_URL: places.services.identity,
  };
  const sandboxed: Environment = places.sandbox
    ? {
        STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
        STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
        STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET,
        STRIPE_BASE_URL: places.sandbox.url,
        CASHFREE_CLIENT_ID: secrets.CASHFREE_CLIENT_ID,
        CASHFREE_CLIENT_SECRET: secrets.CASHFREE_CLIENT_SECRET,
        CASHFREE_BASE_URL: `${places.sandbox.url}/pg`,
        CASHFREE_MODE: 'sandbox',
        SMTP_URL: places.sandbox.smtpUrl,
      }
    : {};
  const urls = serviceUrls((name) => places.services[name]);
  const signIn: Environment = places.sandbox
    ? {
        SMTP_URL: places.sandbox.smtpUrl,
        GOOGLE_CLIENT_ID: SANDBOX_CLIENT_ID,
        GOOGLE_JWKS_URL: `${places.sandbox.url}/sandbox/google/certs`,
        GOOGLE_SCRIPT_URL: '/sandbox/google.js',
      }
    : {};
  const given = defined(extra);
  // whoever brings a service account means the real Google
  const google: Environment =
    places.sandbox && !given.GOOGLE_SERVICE_ACCOUNT ? { GOOGLE_BASE_URL: places.sandbox.url } : {};
  // Addresses and ports are ours to give: a PORT meant for the gateway must not reach a service.
  const { PORT: _port, HOST: _host, DATA_DIR: _dataDir, ...rest } = given;

  return {
    service: (name: ServiceName): Environment => ({
      ...shared,
      ...google,
      ...(name === 'payments' ? sandboxed : {}),
      ...(name === 'identity' ? { ...signIn, ...urls } : {}),
      ...Object.fromEntries(secretsOf(name).map((secret) => [secret, secrets[secret]])),
      ...rest,
      PORT: new URL(places.services[name]).port,
      HOST: '127.0.0.1',
    }),
    gateway: (port: number, host: string, webDist: string): Environment => ({
      ...shared,
      ...urls,
      ...(places.sandbox ? { SANDBOX_URL: places.sandbox.url } : {}),
      ...rest,
      PORT: String(port),
      HOST: host,
      WEB_DIST: webDist,
    }),
    sandbox: (port: number, smtpPort: number): Environment => ({
      NODE_ENV: 'development',
      ...secrets,
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: String(smtpPort),
      WEBHOOK_BASE_URL: places.publicUrl,
      DATA_DIR: path.join(places.dataDir, 'sandbox'),
    }),
  };
};
