import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError, refuseInProduction } from '@satrangi/chassis/production';
import { type ServiceSecret, secretsOf, serviceNames } from '@satrangi/contracts';
import { z } from 'zod';

const optional = z
  .string()
  .optional()
  .transform((text) => text || undefined);

/** Environment of `npm start`. Everything has a default; an address replaces an embedded part by a real server. */
const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  PUBLIC_URL: optional,
  MONGODB_URI: optional,
  AMQP_URL: optional,
  REDIS_URL: optional,
  ADMIN_EMAIL: optional,
  ADMIN_PASSWORD: optional,
  LOG_LEVEL: z.string().default('warn'),
  NODE_ENV: z
    .enum(['', 'development', 'test', 'production'], 'NODE_ENV must be production, development or test')
    .default('')
    .transform((place) => place || 'development'),
  STRIPE_SECRET_KEY: optional,
  CASHFREE_CLIENT_ID: optional,
  SEED: z.enum(['on', 'off']).default('on'),
});
export type Settings = z.output<typeof Settings>;

const requiredInProduction = [
  'MONGODB_URI',
  'AMQP_URL',
  'REDIS_URL',
  'STRIPE_SECRET_KEY',
  'CASHFREE_CLIENT_ID',
] as const;

/** @throws ConfigurationError with one line for each invalid setting, and each that production requires */
export const readSettings = (env: Record<string, string | undefined>): Settings => {
  const read = Settings.safeParse(env);
  if (!read.success)
    throw new ConfigurationError(
      read.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`),
    );
  refuseInProduction(
    read.data.NODE_ENV,
    requiredInProduction
      .filter((name) => !read.data[name])
      .map((name) => `${name} is missing: nothing embedded and no sandbox stands in for it`),
  );
  return { ...read.data, DATA_DIR: path.resolve(read.data.DATA_DIR) };
};

const random = (): string => randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x');

const serviceSecrets = Object.fromEntries(
  serviceNames.flatMap(secretsOf).map((name) => [name, random]),
) as Record<ServiceSecret, () => string>;

/** Generators of the local secrets. A new secret is added to old data folders at their next start. */
const generators = {
  INTERNAL_SECRET: random,
  ...serviceSecrets,
  STRIPE_WEBHOOK_SECRET: () => `whsec_${random()}`,
  STRIPE_SECRET_KEY: () => `sk_test_${random()}`,
  CASHFREE_CLIENT_ID: () => `TEST${random().slice(0, 16)}`,
  CASHFREE_CLIENT_SECRET: () => `cfsk_test_${random()}`,
} as const;
type SecretName = keyof typeof generators;
export type Secrets = Record<SecretName, string>;
const secretNames = Object.keys(generators) as SecretName[];

/** @throws Error when the file is damaged: new secrets would invalidate everything the old ones signed */
const readSecrets = (file: string): Record<string, string> => {
  if (!existsSync(file)) return {};
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // the message of a parser would repeat secrets
    throw new Error(`${file} can not be read: restore it, or remove it to begin with new secrets.`);
  }
};

/** Local secrets, each generated once and readable by the owner only. */
export const localSecrets = (dataDir: string): Secrets => {
  const file = path.join(dataDir, 'secrets.json');
  const kept = readSecrets(file);
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, kept[name] ?? generators[name]()]),
  ) as Secrets;
  if (secretNames.every((name) => name in kept)) return secrets;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // atomic: an incomplete file would be refused at the next start
  const unfinished = `${file}.new`;
  writeFileSync(unfinished, JSON.stringify({ ...kept, ...secrets }, null, 2), { mode: 0o600, flush: true });
  renameSync(unfinished, file);
  return secrets;
};
