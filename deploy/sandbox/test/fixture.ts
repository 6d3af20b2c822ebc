import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { Cashfree, CFEnvironment } from 'cashfree-pg';
import Stripe from 'stripe';
import { vi } from 'vitest';
import type { PaymentRow } from '../src/control/list-payments.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../src/index.ts';
import type { Mail } from '../src/mail/mailbox.ts';

/** The SDK is CommonJS and requires the CommonJS axios. */
const axios: typeof import('axios', { with: { 'resolution-mode': 'require' }}) = createRequire(
  import.meta.url,
)('axios');

export const stripeWebhookSecret = 'whsec_test';
export const cashfreeClientId = 'client';
export const cashfreeClientSecret = 'client-secret';

export type ReceivedWebhook = { path: string; headers: IncomingHttpHeaders; raw: string };

/** A webhook endpoint that records every request and responds with the given statuses. */
export const startWebhookReceiver = async () => {
  const received: ReceivedWebhook[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    void text(request).then((raw) => {
      received.push({ path: request.url ?? '', headers: request.headers, raw });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    /** Statuses of the next responses; 200 after them. */
    answers,
    types: (): string[] => received.map(({ raw }) => String(JSON.parse(raw).type)),
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export const startSandboxFixture = (
  webhookBaseUrl: string,
  more: Partial<SandboxOptions> = {},
): Promise<Sandbox> =>
  startSandbox({
    webhookBaseUrl,
    stripeWebhookSecret,
    cashfreeClientId,
    cashfreeClientSecret,
    timeScale: 1 / 60_000,
    ...more,
  });

export const stripeAt = ({ url }: Sandbox, key = 'sk_test_x', maxNetworkRetries = 0): Stripe => {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries, telemetry: false });
};

export const cashfreeAt = ({ url }: Sandbox, secret = cashfreeClientSecret): Cashfree => {
  const http = axios.create({ timeout: 20_000 });
  // The seventh argument switches off error reports to the provider's own tracker.
  const cashfree = new Cashfree(
    CFEnvironment.SANDBOX,
    cashfreeClientId,
    secret,
    undefined,
    undefined,
    undefined,
    false,
    http,
  );
  cashfree.basePath = `${url}/pg`;
  return cashfree;
};

/** Calls the control API; the caller gives the type of the body. */
export const control = async <Body = unknown>(
  { url }: Pick<Sandbox, 'url'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Body }> => {
  const response = await fetch(`${url}/sandbox${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  return { status: response.status, body: (await response.json()) as Body };
};

export const paymentsOf = async (fixture: Sandbox): Promise<PaymentRow[]> =>
  (await control<PaymentRow[]>(fixture, 'GET', '/payments')).body;

export const mailsOf = async (fixture: Sandbox, query = ''): Promise<Mail[]> =>
  (await control<Mail[]>(fixture, 'GET', `/mail${query}`)).body;

export const orderOf = (order_id: string, more: Record<string, unknown> = {}) => ({
  order_id,
  order_amount: 499.5,
  order_currency: 'INR',
  customer_details: {
    customer_id: 'reader1',
    customer_phone: '9999999999',
    customer_email: 'asha@example.org',
  },
  order_meta: { return_url: 'http://localhost:8080/payment-success?order_id={order_id}' },
  order_tags: { purchase: 'p1' },
  ...more,
});

export const card = { amount: 999, currency: 'usd' };

/** Creates and pays an intent. @returns its id */
export const payByCard = async (fixture: Sandbox, webhook = 'send'): Promise<string> => {
  const intent = await stripeAt(fixture).paymentIntents.create(card);
  const clientSecret = intent.client_secret;
  await control(fixture, 'POST', '/stripe/pay', { clientSecret, outcome: 'succeeded', webhook });
  return intent.id;
};

export const setKnob = (fixture: Sandbox, body: Record<string, unknown>) =>
  control(fixture, 'POST', '/knobs', body);

export const webhooksOf = async (fixture: Sandbox): Promise<PaymentRow['webhooks']> =>
  (await paymentsOf(fixture)).flatMap(({ webhooks }) => webhooks);

/** Retries the assertions, long enough for a busy machine. */
export const waitFor = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 20_000, interval: 10 });
