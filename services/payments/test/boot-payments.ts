import { request as httpRequest } from 'node:http';
import {
  anEvent,
  type Booted,
  bootService,
  freshSuffix,
  startTestServer,
  type TestUser,
  testMongo,
  testUser,
} from '@satrangi/chassis/testing';
import {
  type AnyEvent,
  type Client,
  databaseName,
  mediaChanged,
  paymentsApi,
  type StartedPayment,
} from '@satrangi/contracts';
import { type Knob, startSandbox } from '@satrangi/sandbox';
import { type Collection, MongoClient } from 'mongodb';
import type { z } from 'zod';
import { payments } from '../src/service.ts';

export const stripeWebhookSecret = 'whsec_test';
export const cashfreeClientSecret = 'client-secret';
const publicUrl = 'http://shop.test';

/**
 * Starts a recording proxy that strips `/api`, as the gateway does.
 */
export const startProxy = async () => {
  let target = '';
  const received: string[] = [];
  const keys: { call: string; key: string }[] = [];
  let cuts = 0;
  let isOpen = true;
  let onAnswer: ((line: string) => Promise<unknown> | null) | null = null;
  const server = await startTestServer((incoming, answer) => {
    if (!isOpen || target === '') {
      answer.writeHead(503).end();
      return;
    }
    const { method = 'GET', headers, url = '/' } = incoming;
    const key = headers['x-idempotency-key'];
    if (typeof key === 'string') keys.push({ call: `${method} ${url}`, key });
    const onward = httpRequest(`${target}${url.replace(/^\/api/, '')}`, { method, headers }, (reply) => {
      if (cuts > 0 && key !== undefined) {
        cuts -= 1;
        answer.destroy();
        return;
      }
      const pass = () => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      };
      const pause = onAnswer?.(`${method} ${url} `) ?? null;
      if (pause === null) return pass();
      onAnswer = null;
      pause.then(pass, () => answer.destroy());
    });
    onward.on('error', () => answer.writeHead(503).end());
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => received.push(`${method} ${url} ${Buffer.concat(parts)}`));
    incoming.pipe(onward);
  });
  return {
    ...server,
    received,
    /** Every `x-idempotency-key` of a request. */
    keys,
    /** Destroys the connection instead of the next responses to calls with such a key; the calls have an effect. */
    cut: (times: number) => {
      cuts = times;
    },
    /** Holds the next answer for which `act` returns a promise until it is settled. */
    beforeAnswer: (act: (line: string) => Promise<unknown> | null) => {
      onAnswer = act;
    },
    setTarget: (url: string) => {
      target = url;
    },
    open: (open: boolean) => {
      isOpen = open;
    },
  };
};

export type Media = Partial<z.input<(typeof mediaChanged)['data']>>;

export const media = (changes: Media = {}) =>
  anEvent(mediaChanged, {
    data: {
      mediaId: 'm1',
      mediaType: 'ebook',
      version: 1,
      status: 'published',
      title: 'Salt on the Balcony',
      creator: 'A. Writer',
      language: 'en',
      formats: ['text'],
      cover: null,
      thumbnailUrl: null,
      priceINR: 499,
      priceUSD: 5.99,
      file: null,
      previewPages: null,
      ...changes,
    },
  });

export type PaymentRow = {
  provider: string;
  orderId?: string;
  paymentIntentId?: string;
  amountMinor: number;
  currency: string;
  status: string;
  isPaid: boolean;
  refundedMinor: number;
  refunds: { refundId: string; amountMinor: number; status: string; idempotencyKey?: string | null }[];
  idempotencyKey?: string | null;
  metadata: unknown;
  webhooks: { type: string; state: string; attempts: { status?: number }[] }[];
};
export type Mail = { from: string; to: string[]; subject: string; text: string; html: string };
export type WebhookMode = 'send' | 'skip' | 'duplicate' | 'late';

export type PaymentsFixture = AsyncDisposable & {
  readonly service: Booted;
  readonly webhookProxy: Awaited<ReturnType<typeof startProxy>>;
  /** Every request of the service to its providers. */
  readonly providerRequests: readonly string[];
  /** The proxy between the service and its providers. */
  readonly providerProxy: Awaited<ReturnType<typeof startProxy>>;
  readonly buyer: TestUser;
  readonly api: Client<typeof paymentsApi>;
  readonly as: (user: TestUser | 'visitor') => Client<typeof paymentsApi>;
  readonly pay: {
    readonly stripe: (clientSecret: string, outcome?: string, webhook?: WebhookMode) => Promise<void>;
    readonly cashfree: (paymentSessionId: string, outcome?: string, webhook?: WebhookMode) => Promise<void>;
  };
  /** Actions of a bank: open and decide disputes, complete pending refunds. */
  readonly bank: {
    readonly dispute: (about: object) => Promise<void>;
    readonly endRefund: (refundId: string, status: 'succeeded' | 'failed') => Promise<void>;
  };
  readonly sheets: () => Promise<{ spreadsheetId: string; sheet: string; rows: unknown[][] }[]>;
  readonly sandboxUrl: string;
  readonly knob: (knob: Knob) => Promise<void>;
  readonly clearKnobs: () => Promise<void>;
  readonly ledger: () => Promise<PaymentRow[]>;
  readonly mails: () => Promise<Mail[]>;
  readonly announced: (type: string) => Promise<AnyEvent[]>;
  /** The stored documents, for states that no call creates. */
  readonly orders: Collection<StoredOrder>;
  /** The projected items of the catalog. */
  readonly media: Collection<{ _id: string }>;
  /** The customers at Stripe that store a card. */
  readonly cardCustomers: Collection<{ _id: string }>;
  /** The records of deleted accounts. */
  readonly erasures: Collection<{ _id: string }>;
};
export type StoredOrder = { _id: string; state: string; receipt: string } & Record<string, unknown>;

/** Maps the response of `createPayment` to provider-independent fields. */
export const startedOrder = (started: StartedPayment) => ({
  orderId: started.orderId,
  minor: started.amount.minor,
  reference: started.provider === 'stripe' ? started.paymentIntentId : started.orderId,
  secret: started.provider === 'stripe' ? started.clientSecret : started.paymentSessionId,
});

export const openSandbox = (webhookBaseUrl: string, timeScale = 1 / 600, now = () => new Date()) =>
  startSandbox({
    now,
    webhookBaseUrl,
    stripeWebhookSecret,
    cashfreeClientId: 'client',
    cashfreeClientSecret,
    timeScale,
  });

/** Calls the control API of a sandbox. @throws Error with the response body for a status other than 2xx */
export const controlOf =
  (url: string) =>
  async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/sandbox${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`sandbox ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

/** Settings of a payments service with the given providers and mail server. */
export const serviceEnv = ({ smtpUrl }: { smtpUrl: string }, providersUrl: string) => ({
  PUBLIC_URL: publicUrl,
  ALLOWED_ORIGINS: 'http://other.test',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
  STRIPE_BASE_URL: providersUrl,
  CASHFREE_CLIENT_ID: 'client',
  CASHFREE_CLIENT_SECRET: cashfreeClientSecret,
  CASHFREE_BASE_URL: `${providersUrl}/pg`,
  SMTP_URL: smtpUrl,
});

/** Boots payments with sandbox providers and a mail server over real HTTP and SMTP, and one item for sale. */
export const bootPayments = async (
  env: Record<string, string> = {},
  options: { timeScale?: number; now?: () => Date; amqp?: string } = {},
): Promise<PaymentsFixture> => {
  const webhookProxy = await startProxy();
  const sandbox = await openSandbox(webhookProxy.url, options.timeScale, options.now);
  const providerProxy = await startProxy();
  providerProxy.setTarget(sandbox.url);
  const suffix = freshSuffix();
  const mongo = await MongoClient.connect(env.MONGODB_URI ?? (await testMongo()));
  const service = await bootService(payments, {
    ...(options.amqp ? { amqp: options.amqp } : {}),
    env: {
      DB_SUFFIX: suffix,
      ...serviceEnv(sandbox, providerProxy.url),
      ...env,
      ...(env.GOOGLE_BASE_URL === 'sandbox' ? { GOOGLE_BASE_URL: sandbox.url } : {}),
      ...(env.WHATSAPP_BASE_URL === 'sandbox' ? { WHATSAPP_BASE_URL: `${providerProxy.url}/v23.0` } : {}),
    },
  });
  webhookProxy.setTarget(service.url);
  await service.deliver(media());

  const call = controlOf(sandbox.url);
  const stored = mongo.db(databaseName('payments', suffix));
  const buyer = testUser();
  const as = (user: TestUser | 'visitor') => service.as(user, paymentsApi);
  return {
    service,
    webhookProxy,
    providerRequests: providerProxy.received,
    providerProxy,
    buyer,
    as,
    api: as(buyer),
    pay: {
      stripe: async (clientSecret, outcome = 'succeeded', webhook = 'skip') => {
        await call('POST', '/stripe/pay', { clientSecret, outcome, webhook });
      },
      cashfree: async (paymentSessionId, outcome = 'success', webhook = 'skip') => {
        await call('POST', '/cashfree/pay', { paymentSessionId, outcome, webhook });
      },
    },
    bank: {
      dispute: async (about) => void (await call('POST', '/disputes', about)),
      endRefund: async (refundId, status) => void (await call('POST', '/refunds', { refundId, status })),
    },
    sheets: async () => (await call('GET', '/sheets')) as Awaited<ReturnType<PaymentsFixture['sheets']>>,
    sandboxUrl: sandbox.url,
    knob: async (knob) => void (await call('POST', '/knobs', knob)),
    clearKnobs: async () => void (await call('DELETE', '/knobs')),
    ledger: async () => (await call('GET', '/payments')) as PaymentRow[],
    mails: async () => (await call('GET', '/mail')) as Mail[],
    announced: async (type) => (await service.publishedEvents()).filter((event) => event.type === type),
    orders: stored.collection<StoredOrder>('orders'),
    media: stored.collection<{ _id: string }>('media'),
    cardCustomers: stored.collection<{ _id: string }>('card_customers'),
    erasures: stored.collection<{ _id: string }>('forgotten_buyers'),
    [Symbol.asyncDispose]: async () => {
      await service.stop();
      await mongo.close();
      await sandbox[Symbol.asyncDispose]();
      await providerProxy[Symbol.asyncDispose]();
      await webhookProxy[Symbol.asyncDispose]();
    },
  };
};
