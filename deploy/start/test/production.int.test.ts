/** What no process of production starts with: each refusal is one line and exit code 78 (EX_CONFIG). */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startService } from '@satrangi/chassis';
import { ConfigurationError } from '@satrangi/chassis/production';
import { childEnvironment } from '@satrangi/chassis/testing';
import { forEachService, secretsOf, serviceNames, serviceUrls } from '@satrangi/contracts';
import { spawnMongo } from '@satrangi/embedded';
import { startGateway } from '@satrangi/gateway/gateway';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePorts } from '../src/index.ts';
import { loadService } from '../src/service-modules.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const EX_CONFIG = 78;
type Env = Record<string, string | undefined>;

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'satrangi-production-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const secret = (): string => randomBytes(32).toString('base64url');

/** Everything a production start needs, made up at random; nothing listens at these addresses. */
const complete = (): Env => ({
  NODE_ENV: 'production',
  LOG_LEVEL: 'silent',
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  MONGODB_URI: `mongodb://identity:${secret()}@127.0.0.1:9`,
  AMQP_URL: `amqp://identity:${secret()}@127.0.0.1:9`,
  REDIS_URL: `redis://identity:${secret()}@127.0.0.1:9`,
  PUBLIC_URL: 'https://shop.example',
  ...serviceUrls(() => 'http://127.0.0.1:9'),
  INTERNAL_SECRET: secret(),
  ...Object.fromEntries(serviceNames.flatMap(secretsOf).map((name) => [name, secret()])),
  STRIPE_SECRET_KEY: `sk_live_${secret()}`,
  STRIPE_PUBLISHABLE_KEY: `pk_live_${secret()}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
  CASHFREE_CLIENT_ID: secret(),
  CASHFREE_CLIENT_SECRET: secret(),
  CASHFREE_MODE: 'production',
});

const startOf = {
  ...forEachService((name) => async (env: Env) => startService(await loadService(name), env)),
  gateway: startGateway,
};
type Name = keyof typeof startOf;
const names = [...serviceNames, 'gateway'] as const;

/** Why a part refuses to start; what starts is stopped again, and that is no reason. */
const reasons = async (name: Name, env: Env): Promise<readonly string[]> => {
  try {
    await using _running = await startOf[name](env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.lines;
    throw error;
  }
};

/** The exit of a process that must not start; one that still runs after 45 s is killed here. */
const ending = async (script: string, env: Env, args: readonly string[] = []) => {
  const child = spawn(process.execPath, [path.join(root, script), ...args], {
    env: { ...childEnvironment(), HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString('utf8');
  });
  const late = setTimeout(() => child.kill('SIGKILL'), 45_000);
  const [code] = await once(child, 'close');
  clearTimeout(late);
  return { code, lines: complaint.trim().split('\n') };
};

const open: Env = {
  AMQP_URL: undefined,
  REDIS_URL: 'memory:',
  MONGODB_URI: 'mongodb://catalog:satrangi@mongo:27017',
  INTERNAL_SECRET: 'change-me-change-me-change-me-change-me',
};

it.each(serviceNames)('%s refuses an open production start, one line for each reason', async (name) => {
  const lines = await reasons(name, { ...complete(), ...open });

  expect(lines.map((line) => /[A-Z]+_[A-Z]+/.exec(line)?.[0]).sort()).toEqual(Object.keys(open).sort());
  expect(lines.join()).not.toContain(open.INTERNAL_SECRET);
});

it('the gateway refuses the sandbox, Redis in its own memory and a known secret', async () => {
  const lines = await reasons('gateway', {
    ...complete(),
    REDIS_URL: 'memory:',
    SANDBOX_URL: 'http://sandbox:4090',
    INTERNAL_SECRET: 'internal-secret-of-the-tests',
  });

  expect(lines.map((line) => /[A-Z]+_[A-Z]+/.exec(line)?.[0]).sort()).toEqual([
    'INTERNAL_SECRET',
    'REDIS_URL',
    'SANDBOX_URL',
  ]);
});

const only: readonly (readonly [Name, string, Env])[] = [
  ['identity', 'GOOGLE_JWKS_URL', { GOOGLE_JWKS_URL: 'http://sandbox:4090/sandbox/google/certs' }],
  ['identity', 'GOOGLE_SCRIPT_URL', { GOOGLE_SCRIPT_URL: '/sandbox/google.js' }],
  ['identity', 'SMTP_URL', { SMTP_URL: 'smtp://sandbox:4025' }],
  ['identity', 'PASSWORD_COST', { PASSWORD_COST: 'minimal' }],
  ['catalog', 'GOOGLE_BASE_URL', { GOOGLE_BASE_URL: 'http://sandbox:4090' }],
  ['catalog', 'MONGODB_URI', { MONGODB_URI: '' }],
  ['library', 'TICKET_SECRET', { TICKET_SECRET: 'a'.repeat(40) }],
  ['library', 'INTERNAL_SECRET', { INTERNAL_SECRET: 'nineteen characters' }],
  ['cms', 'LETTER_SECRET', { LETTER_SECRET: 'a'.repeat(40) }],
  ['analytics-usage', 'PSEUDONYM_SECRET', { PSEUDONYM_SECRET: 'a'.repeat(40) }],
  ['virtual-run', 'RUN_SECRET', { RUN_SECRET: 'a'.repeat(40) }],
  ['cms', 'SMTP_URL', { SMTP_URL: 'smtp://sandbox:4025' }],
  ['cms', 'DEPLOY_HOOK_URL', { DEPLOY_HOOK_URL: 'http://sandbox:4090/deploy' }],
  ['payments', 'STRIPE_BASE_URL', { STRIPE_BASE_URL: 'http://sandbox:4090' }],
  ['payments', 'STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: `sk_test_${secret()}` }],
  ['payments', 'CASHFREE_BASE_URL', { CASHFREE_BASE_URL: 'http://sandbox:4090/pg' }],
  ['payments', 'CASHFREE_MODE', { CASHFREE_MODE: 'sandbox' }],
  ['payments', 'STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: 'whsec_short' }],
  ['payments', 'AMQP_URL', { AMQP_URL: 'amqp://guest:guest@rabbitmq:5672' }],
  ['payments', 'REDIS_URL', { REDIS_URL: '' }],
  ['payments', 'INTERVAL_FACTOR', { INTERVAL_FACTOR: '0.5' }],
];

it.each(only)('%s refuses a bad %s in production, and that alone', async (name, setting, env) => {
  const lines = await reasons(name, { ...complete(), ...env });

  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(setting);
});

it.each(names)('%s does not guess where it runs: NODE_ENV is set, and known', async (name) => {
  for (const NODE_ENV of [undefined, '', 'prod'])
    expect(await reasons(name, { ...complete(), NODE_ENV })).toEqual([
      'NODE_ENV must be production, development or test',
    ]);
});

it.each(names)('%s starts with a complete production environment', async (name) => {
  expect(await reasons(name, complete())).toEqual([]);
});

it('a refused process writes its lines to stderr and ends with 78', async () => {
  const endings = [
    await ending('services/payments/src/main.ts', { ...complete(), CASHFREE_MODE: 'sandbox' }),
    await ending('gateway/src/main.ts', { ...complete(), NODE_ENV: undefined }),
  ];

  expect(endings).toEqual([
    {
      code: EX_CONFIG,
      lines: ['Refused in production', 'CASHFREE_MODE is not production: its payments are not money'],
    },
    {
      code: EX_CONFIG,
      lines: ['Configuration is not valid', 'NODE_ENV must be production, development or test'],
    },
  ]);
});

it('a service of production ends when the store behind its address is the embedded one', async () => {
  await using store = await spawnMongo({ dir: path.join(dataDir, 'mongo') });

  const { code, lines } = await ending('services/catalog/src/main.ts', {
    ...complete(),
    MONGODB_URI: store.url,
  });

  expect(code).toBe(EX_CONFIG);
  expect(lines.at(-1)).toMatch(/MONGODB_URI .*embedded/);
});

it('the embedded store and the sandbox refuse production themselves', async () => {
  const store = await ending('deploy/embedded/src/main.ts', { NODE_ENV: 'production' }, ['--memory']);
  const sandbox = await ending('deploy/sandbox/src/main.ts', {
    ...complete(),
    WEBHOOK_BASE_URL: 'http://127.0.0.1:9',
  });

  expect([store.code, store.lines.length, sandbox.code, sandbox.lines.length]).toEqual([
    EX_CONFIG,
    1,
    EX_CONFIG,
    1,
  ]);
});

it('npm start in production names what it would otherwise make up', async () => {
  const { code, lines } = await ending('deploy/start/src/main.ts', {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PORT: String((await freePorts(1))[0]),
  });

  expect(code).toBe(EX_CONFIG);
  for (const word of ['MONGODB_URI', 'AMQP_URL', 'REDIS_URL', 'STRIPE_SECRET_KEY', 'CASHFREE_CLIENT_ID'])
    expect(lines.filter((line) => line.includes(word))).toHaveLength(1);
});

it.each(['.gitignore', '.dockerignore'])('%s keeps secrets and keys out', async (file) => {
  const patterns = (await readFile(path.join(root, file), 'utf8')).split('\n');

  for (const pattern of ['.env', '.env.*', '*.pem', '*.key', '*.p12'])
    expect(patterns.map((line) => line.replace(/^\*\*\//, ''))).toContain(pattern);
});
