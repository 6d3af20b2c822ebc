import { randomBytes } from 'node:crypto';
import { envName, type ServiceName, secretsOf, serviceNames } from '@satrangi/contracts';
import { run } from '../docker.ts';
import type { Report } from '../report.ts';
import type { PartName, Stack } from '../stack.ts';

const EX_CONFIG = 78;
const secret = (): string => randomBytes(32).toString('base64');
const password = randomBytes(24).toString('hex');

/** A valid production configuration; each case makes it invalid. */
const safe = (): Record<string, string> => ({
  NODE_ENV: 'production',
  MONGODB_URI: `mongodb://service:${password}@127.0.0.1:1/`,
  AMQP_URL: `amqp://service:${password}@127.0.0.1:1`,
  REDIS_URL: `redis://service:${password}@127.0.0.1:1`,
  INTERNAL_SECRET: secret(),
  ...Object.fromEntries(serviceNames.flatMap(secretsOf).map((name) => [name, secret()])),
  PUBLIC_URL: 'https://shop.example',
  ...Object.fromEntries(serviceNames.map((name) => [envName(name, 'URL'), `http://${name}:4000`])),
  ...{ STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x', STRIPE_WEBHOOK_SECRET: secret() },
  ...{ CASHFREE_CLIENT_ID: 'live', CASHFREE_CLIENT_SECRET: secret(), CASHFREE_MODE: 'production' },
});
type Case = {
  readonly part: PartName;
  readonly env: Record<string, string>;
  readonly lines: readonly string[];
};

const WEAK = {
  INTERNAL_SECRET: 'the default secret of a first start',
  REDIS_URL: 'redis://service:password@redis:6379',
};
const WEAK_LINES = ['INTERNAL_SECRET is a known word', 'REDIS_URL contains a password that'];
/** Settings for sandbox and tests, by image, with the line that refuses them. */
const unsafe: Readonly<
  Partial<Record<'gateway' | ServiceName, readonly (readonly [string, string, string])[]>>
> = {
  gateway: [['SANDBOX_URL', 'http://sandbox:4090', 'SANDBOX_URL leads to a sandbox']],
  identity: [['SMTP_URL', 'smtp://sandbox:4025', 'SMTP_URL leads to a sandbox']],
  catalog: [['GOOGLE_BASE_URL', 'http://sandbox:4090', 'GOOGLE_BASE_URL leads to a sandbox']],
  library: [['TICKET_SECRET', 'the default secret of all tickets', 'TICKET_SECRET is a known word']],
  cms: [['LETTER_SECRET', 'the default secret of all letters', 'LETTER_SECRET is a known word']],
  concierge: [
    ['CONVERSATION_SECRET', 'the default secret of all conversations', 'CONVERSATION_SECRET is a known word'],
  ],
  'virtual-run': [['RUN_SECRET', 'the default secret of all runners', 'RUN_SECRET is a known word']],
  payments: [
    ['STRIPE_SECRET_KEY', 'sk_test_x', 'STRIPE_SECRET_KEY'],
    ['CASHFREE_MODE', 'sandbox', 'CASHFREE_MODE'],
  ],
};

const cases: readonly Case[] = [
  ...(['gateway', ...serviceNames] as const).flatMap((part): Case[] => [
    {
      part,
      env: { NODE_ENV: '', INTERNAL_SECRET: '', ...(part === 'gateway' ? {} : { MONGODB_URI: '' }) },
      lines: [
        'NODE_ENV must be production, development or test',
        'INTERNAL_SECRET is missing',
        ...(part === 'gateway' ? [] : ['MONGODB_URI is missing']),
      ],
    },
    {
      part,
      env: {
        ...WEAK,
        ...(part === 'gateway' ? {} : { AMQP_URL: '' }),
        ...Object.fromEntries((unsafe[part] ?? []).map(([name, value]) => [name, value])),
      },
      lines: [
        ...WEAK_LINES,
        ...(part === 'gateway' ? [] : ['AMQP_URL is missing or memory']),
        ...(unsafe[part] ?? []).map(([, , line]) => line),
      ],
    },
  ]),
  { part: 'sandbox', env: {}, lines: ['The sandbox never runs in production'] },
];

const settingsOf = (env: Record<string, string>): string[] =>
  Object.entries(env).flatMap((entry) => ['--env', entry.join('=')]);

/** Each image refuses invalid settings: exit code 78 and a line that names the setting. */
export const checkConfiguration = async (stack: Stack, report: Report): Promise<void> => {
  for (const { part, env, lines } of cases) {
    const image = await stack.inspect(part, '{{.Image}}');
    const started = ['run', '--rm', '--network', 'none', '--read-only', '--tmpfs', '/tmp'];
    const { code, stderr } = await run('docker', [...started, ...settingsOf({ ...safe(), ...env }), image]);
    const missing = lines.filter((line) => !stderr.includes(line));
    report.check(
      `${part} exits with ${EX_CONFIG} and names ${Object.keys(env).join(', ') || 'production'}`,
      code === EX_CONFIG && missing.length === 0,
      { code, missing, stderr },
    );
  }
  await checkStores(stack, report);
  await checkCompose(stack, report);
};

/** The stores refuse to start with a missing or invalid service password. */
const checkStores = async (stack: Stack, report: Report): Promise<void> => {
  for (const part of ['rabbitmq', 'redis'] as const)
    for (const wrong of ['', 'with space and $']) {
      const args = ['run', '--rm', '--no-deps', '-T', '-e', `LIBRARY_PASSWORD=${wrong}`, part];
      const { code, stderr } = await stack.tryCompose(args);
      report.check(
        `${part} refuses LIBRARY_PASSWORD=${wrong} with ${EX_CONFIG}`,
        code === EX_CONFIG && stderr.includes('LIBRARY_PASSWORD is missing'),
        { code, stderr: stderr.slice(-400) },
      );
    }
};

/** Compose refuses to start while a secret is missing in .env. */
const checkCompose = async (stack: Stack, report: Report): Promise<void> => {
  for (const name of [
    'NODE_ENV',
    'INTERNAL_SECRET',
    'TICKET_SECRET',
    'LIBRARY_PASSWORD',
    'RABBITMQ_PASSWORD',
  ]) {
    const { code, stderr } = await stack.composeWithout(name);
    report.check(`compose refuses a .env without ${name}`, code !== 0 && stderr.includes('set it in .env'), {
      code,
      stderr: stderr.slice(-300),
    });
  }
};
