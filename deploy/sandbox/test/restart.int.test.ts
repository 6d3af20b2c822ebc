import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startSandbox } from '../src/index.ts';
import {
  card,
  cashfreeAt,
  control,
  orderOf,
  paymentsOf,
  startSandboxFixture,
  startWebhookReceiver,
  stripeAt,
  stripeWebhookSecret,
  waitFor,
  webhooksOf,
} from './fixture.ts';

const openFolder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const file = join(path, 'sandbox-ledger.jsonl');
  return { path, file, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
};

const tenMinutesMs = 600_000;

it('keeps payments, idempotency keys and refunds over a restart, and delivers pending webhooks', async () => {
  await using receiver = await startWebhookReceiver();
  await using folder = await openFolder();
  const begin = (skewMs: number) =>
    startSandboxFixture(receiver.url, {
      dataDir: folder.path,
      timeScale: 1,
      now: () => new Date(Date.now() + skewMs),
    });
  const options = { idempotencyKey: 'purchase-1' };
  receiver.answers.push(503);
  const before = await begin(0);
  const intent = await stripeAt(before).paymentIntents.create(card, options);
  await control(before, 'POST', '/stripe/pay', { clientSecret: intent.client_secret, outcome: 'succeeded' });
  await stripeAt(before).refunds.create({ payment_intent: intent.id, amount: 99 });
  const { data: order } = await cashfreeAt(before).PGCreateOrder(orderOf('order_1'));
  await waitFor(async () =>
    expect((await webhooksOf(before)).map(({ attempts }) => attempts.length)).toEqual([1, 1]),
  );
  const books = await paymentsOf(before);
  await before[Symbol.asyncDispose]();

  await using after = await begin(tenMinutesMs);

  expect((await stripeAt(after).paymentIntents.create(card, options)).id).toBe(intent.id);
  await waitFor(() => expect(receiver.received).toHaveLength(3));
  await waitFor(async () =>
    expect((await webhooksOf(after)).map(({ state }) => state)).toEqual(['delivered', 'delivered']),
  );
  const withoutWebhooks = (rows: typeof books) => rows.map(({ webhooks, ...row }) => row);
  expect(withoutWebhooks(await paymentsOf(after))).toEqual(withoutWebhooks(books));
  const paid = await control(after, 'POST', '/cashfree/pay', {
    paymentSessionId: order.payment_session_id,
    outcome: 'success',
  });
  expect(paid.status).toBe(200);
});

it('writes the ledger before it responds, and ignores an incomplete last line', async () => {
  await using receiver = await startWebhookReceiver();
  await using folder = await openFolder();
  await using other = await openFolder();
  await using fixture = await startSandboxFixture(receiver.url, { dataDir: folder.path });

  const intent = await stripeAt(fixture).paymentIntents.create(card);

  const kept = await readFile(folder.file, 'utf8');
  expect(kept).toContain(intent.id);
  await writeFile(other.file, `${kept}{"table":"stripe.int`);
  await using restored = await startSandboxFixture(receiver.url, { dataDir: other.path });
  expect((await stripeAt(restored).paymentIntents.retrieve(intent.id)).amount).toBe(999);
});

it('writes no personal data, and removes it from files of older versions', async () => {
  await using receiver = await startWebhookReceiver();
  await using folder = await openFolder();
  const person = {
    customer_id: 'reader1',
    customer_phone: '+919812345670',
    customer_email: 'kanari@vogel.example',
  };
  const order = { ...orderOf('order_1'), customer_details: person };
  const intent = { ...card, receipt_email: 'kanari@vogel.example' };
  const message = {
    messaging_product: 'whatsapp',
    to: '919812345670',
    type: 'template',
    template: {
      name: 'receipt',
      language: { code: 'en' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Kanarivogel' }] }],
    },
  };
  const old = { id: 'order_0', customer: person };
  const oldRow = { table: 'elsewhere', row: old };
  await writeFile(folder.file, `${JSON.stringify(oldRow)}\n`);
  receiver.answers.push(503, 503, 503, 503);
  await using fixture = await startSandboxFixture(receiver.url, { dataDir: folder.path, timeScale: 1 });

  const made = await cashfreeAt(fixture).PGCreateOrder(order, undefined, randomUUID());
  await stripeAt(fixture).paymentIntents.create(intent, { idempotencyKey: 'press-2' });
  await control(fixture, 'POST', '/cashfree/pay', {
    paymentSessionId: made.data.payment_session_id,
    outcome: 'success',
  });
  const sent = await fetch(`${fixture.url}/v23.0/1/messages`, {
    method: 'POST',
    headers: { authorization: 'Bearer a-long-enough-token', 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  await waitFor(async () => expect(await webhooksOf(fixture)).toHaveLength(1));

  expect(sent.status).toBe(200);
  expect(made.data.customer_details?.customer_phone).toBe('+919812345670');
  const kept = await readFile(folder.file, 'utf8');
  expect(kept).toContain('order_1');
  expect(kept).toContain('order_0');
  expect(kept.toLowerCase()).not.toMatch(/9812345670|kanari/);
});

it('refuses to start in production', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const options = {
    webhookBaseUrl: 'http://127.0.0.1:1',
    stripeWebhookSecret,
    cashfreeClientId: 'client',
    cashfreeClientSecret: 'secret',
  };

  const start = startSandbox(options);
  vi.unstubAllEnvs();

  await expect(start).rejects.toThrow('The sandbox never runs in production.');
});
