import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Sandbox } from '../src/index.ts';
import { card, control, paymentsOf, startWebhookReceiver, stripeAt } from './fixture.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

const settings = {
  NODE_ENV: 'test',
  WEBHOOK_BASE_URL: 'http://127.0.0.1:1',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  CASHFREE_CLIENT_ID: 'client',
  CASHFREE_CLIENT_SECRET: 'client-secret',
};

const run = (env: Record<string, string>) => {
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const firstLine = once(createInterface(child.stdout), 'line').then(([line]) => String(line));
  return { child, firstLine };
};

/** The child process, with the interface of a sandbox in this process. */
const ready = async (firstLine: Promise<string>): Promise<Sandbox> => {
  const { url, smtpUrl } = JSON.parse(await firstLine);
  return { url, smtpUrl, password: null, [Symbol.asyncDispose]: async () => {} };
};

it('keeps an acknowledged payment after SIGKILL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  await using receiver = await startWebhookReceiver();
  const env = { ...settings, DATA_DIR: folder, WEBHOOK_BASE_URL: receiver.url };
  const first = run(env);
  const before = await ready(first.firstLine);
  const intent = await stripeAt(before).paymentIntents.create(card);
  await control(before, 'POST', '/stripe/pay', { clientSecret: intent.client_secret, outcome: 'succeeded' });
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const second = run(env);
  const books = await paymentsOf(await ready(second.firstLine));
  second.child.kill('SIGTERM');
  const [code] = await once(second.child, 'exit');

  expect(books).toMatchObject([{ paymentIntentId: intent.id, isPaid: true, amountMinor: 999 }]);
  expect(code).toBe(0);
  await rm(folder, { recursive: true });
});

it('exits in production and prints missing settings', async () => {
  const attempts = [
    { ...settings, NODE_ENV: 'production' },
    { ...settings, STRIPE_WEBHOOK_SECRET: '' },
  ];

  const exits = await Promise.all(
    attempts.map(async (env) => {
      const { child } = run(env);
      let errorOutput = '';
      child.stderr.on('data', (chunk) => {
        errorOutput += chunk;
      });
      const [code] = await once(child, 'close');
      return { code, errorOutput };
    }),
  );

  expect(exits).toMatchObject([
    { code: 78, errorOutput: expect.stringContaining('The sandbox never runs in production.') },
    { code: 78, errorOutput: expect.stringContaining('STRIPE_WEBHOOK_SECRET') },
  ]);
});
