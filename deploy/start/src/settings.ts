import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const optional = z
  .string()
  .optional()
  .transform((text) => text || undefined);

/** What `npm start` reads of the environment. Everything has a default; each address switches one part to a real one. */
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
  NODE_ENV: z.string().default('development'),
  STRIPE_SECRET_KEY: optional,
  CASHFREE_CLIENT_ID: optional,
  SEED: z.enum(['on', 'off']).default('on'),
});
export type Settings = z.output<typeof Settings>;

/** @throws Error with a readable list of what is wrong. */
export const readSettings = (env: Record<string, string | undefined>): Settings => {
  const read = Settings.safeParse(env);
  if (!read.success) throw new Error(z.prettifyError(read.error));
  return { ...read.data, DATA_DIR: path.resolve(read.data.DATA_DIR) };
};

const secretNames = [
  'INTERNAL_SECRET',
  'TICKET_SECRET',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_SECRET_KEY',
  'CASHFREE_CLIENT_ID',
  'CASHFREE_CLIENT_SECRET',
] as const;
export type Secrets = Record<(typeof secretNames)[number], string>;

/** Secrets of this machine, made once and readable by its owner only. None is ever in the repository. */
export const localSecrets = (dataDir: string): Secrets => {
  const file = path.join(dataDir, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  mkdirSync(dataDir, { recursive: true });
  const random = (): string => randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x');
  const secrets: Secrets = {
    INTERNAL_SECRET: random(),
    TICKET_SECRET: random(),
    STRIPE_WEBHOOK_SECRET: `whsec_${random()}`,
    STRIPE_SECRET_KEY: `sk_test_${random()}`,
    CASHFREE_CLIENT_ID: `TEST${random().slice(0, 16)}`,
    CASHFREE_CLIENT_SECRET: `cfsk_test_${random()}`,
  };
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
};
