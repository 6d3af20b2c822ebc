import { once } from 'node:events';
import { createServer } from 'node:http';
import express, { type Express } from 'express';
import { cashfreeRecords } from './cashfree/cashfree-records.ts';
import { cashfreeRoutes } from './cashfree/cashfree-routes.ts';
import { cashfreeWebhookSender } from './cashfree/cashfree-webhooks.ts';
import { checkoutPage } from './cashfree/checkout-page.ts';
import { payOrder } from './cashfree/pay-order.ts';
import { refuseProduction } from './config.ts';
import { answerErrors, answerUnknown, controlRoutes } from './control/control-routes.ts';
import { listPayments } from './control/list-payments.ts';
import { moneyRoutes } from './control/money-routes.ts';
import { overviewPage } from './control/overview-page.ts';
import { isLoopback, newPassword, requirePassword } from './control/require-password.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { driveControl } from './drive/drive-control.ts';
import { driveRecords } from './drive/drive-records.ts';
import { driveRoutes } from './drive/drive-routes.ts';
import { driveUploads } from './drive/drive-uploads.ts';
import { googleRoutes } from './google/google-routes.ts';
import { googleTokens } from './google/google-tokens.ts';
import { serviceAccounts, tokenRoutes } from './google/service-accounts.ts';
import { sheetsRecords } from './google/sheets-records.ts';
import { sheetsRoutes } from './google/sheets-routes.ts';
import { hookRoutes } from './hooks/hook-routes.ts';
import { pagePolicy } from './html.ts';
import { createKnobs, type Knob } from './knobs.ts';
import { openLedger } from './ledger.ts';
import { mailReports } from './mail/mail-reports.ts';
import { createMailbox } from './mail/mailbox.ts';
import { startSmtpSink } from './mail/smtp-sink.ts';
import { openaiRoutes } from './openai/openai-routes.ts';
import { shimRoutes } from './shims/shim-routes.ts';
import { payIntent } from './stripe/pay-intent.ts';
import { stripeRecords } from './stripe/stripe-records.ts';
import { stripeRoutes } from './stripe/stripe-routes.ts';
import { stripeWebhookSender } from './stripe/stripe-webhooks.ts';
import { createWebhooks } from './webhooks.ts';
import { whatsappInbound } from './whatsapp/whatsapp-inbound.ts';
import { whatsappRecords } from './whatsapp/whatsapp-records.ts';
import { whatsappRoutes } from './whatsapp/whatsapp-routes.ts';

export type SandboxOptions = {
  /** 0, the default, is a free port. */
  port?: number;
  smtpPort?: number;
  /** Address to listen on; loopback by default. */
  host?: string;
  /** Required for mails, knobs and the page. Generated when missing and `host` is not loopback. */
  password?: string | undefined;
  /** Folder of the ledger; in memory by default. */
  dataDir?: string;
  /** Base URL of the shop's webhook endpoints, without a trailing slash: `http://127.0.0.1:8080`. */
  webhookBaseUrl: string;
  /** Any `sk_test_` key is accepted by default. */
  stripeKey?: string;
  stripeWebhookSecret: string;
  cashfreeClientId: string;
  cashfreeClientSecret: string;
  /** Signs reports of bounces and complaints. */
  reportSecret?: string | undefined;
  /** Signs WhatsApp messages that arrive. */
  whatsappAppSecret?: string | undefined;
  /** Factor on retry, late and reorder times; 1/60 by default, so that minutes are seconds. */
  timeScale?: number;
  /** Faults injected from the first request on. */
  knobs?: readonly Knob[];
  now?: () => Date;
};

export type Sandbox = {
  url: string;
  smtpUrl: string;
  /** Null when no password is required. */
  password: string | null;
  [Symbol.asyncDispose]: () => Promise<void>;
};

const openParts = async (
  { dataDir, knobs: firstKnobs, timeScale = 1 / 60, now = () => new Date(), ...options }: SandboxOptions,
  cleanup: AsyncDisposableStack,
) => {
  const webhookBaseUrl = options.webhookBaseUrl.replace(/\/$/, '');
  const ledger = cleanup.use(await openLedger(dataDir));
  const knobs = createKnobs(firstKnobs);
  const drive = cleanup.use(await driveRecords(ledger, dataDir));
  const stripe = stripeRecords(ledger);
  const cashfree = cashfreeRecords(ledger);
  const webhooks = cleanup.use(
    createWebhooks({
      ledger,
      knobs,
      timeScale,
      now,
      senders: {
        stripe: stripeWebhookSender(webhookBaseUrl, options.stripeWebhookSecret),
        cashfree: cashfreeWebhookSender(webhookBaseUrl, options.cashfreeClientSecret),
      },
    }),
  );
  return {
    now,
    webhookBaseUrl,
    ledger,
    knobs,
    drive,
    stripe,
    cashfree,
    webhooks,
    mailbox: createMailbox(),
    accounts: serviceAccounts(now),
    payWithStripe: payIntent(stripe, webhooks, now),
    payWithCashfree: payOrder(cashfree, webhooks, now),
    payments: () => listPayments(stripe, cashfree, webhooks, now()),
  };
};
/** State of the fake providers, which their routes read and change. */
type SandboxParts = Awaited<ReturnType<typeof openParts>>;

const createApp = (parts: SandboxParts, options: SandboxOptions, password: string | null): Express => {
  const { ledger, knobs, webhooks, now, webhookBaseUrl, mailbox, accounts } = parts;
  const { drive, stripe, cashfree, payWithStripe, payWithCashfree, payments } = parts;
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'extended');
  const common = { ledger, knobs, webhooks, now };
  // The routes of every order come first, because Express matches routes in order.
  app.use(
    '/pg',
    cashfreeRoutes({
      ...common,
      records: cashfree,
      clientId: options.cashfreeClientId,
      clientSecret: options.cashfreeClientSecret,
    }),
  );
  const hooks = hookRoutes({ knobs, ledger, now });
  app.use(hooks.receiver);
  if (password !== null) app.use('/sandbox', requirePassword(password));
  app.use(hooks.list);
  app.use(mailReports({ mailbox, webhookBaseUrl, secret: options.reportSecret || null, now }));
  app.use(whatsappInbound({ webhookBaseUrl, secret: options.whatsappAppSecret || null, now }));
  // before the routes that read bodies of at most 100 kB
  app.use(openaiRoutes({ knobs, ledger, now }));
  app.use(docsRoutes({ records: drive, accounts, knobs, ledger, now }));
  app.use(
    '/sandbox',
    controlRoutes({ ledger, knobs, mailbox, stripe, payWithStripe, payWithCashfree, payments }),
  );
  app.use(
    '/v1',
    stripeRoutes({ ...common, records: stripe, pay: payWithStripe, stripeKey: options.stripeKey }),
  );
  app.get('/sandbox', (_request, response) => {
    response
      .set({ 'content-security-policy': pagePolicy, 'cache-control': 'no-store' })
      .type('html')
      .send(overviewPage(mailbox.list(), payments()));
  });
  app.use(shimRoutes());
  app.use(googleRoutes({ tokens: googleTokens(now), knobs, ledger }));
  app.use(tokenRoutes({ accounts, knobs, ledger, now }));
  app.use(driveUploads({ records: drive, accounts, knobs, ledger, now }));
  app.use(driveRoutes({ records: drive, accounts, knobs, ledger }));
  app.use(driveControl({ records: drive, ledger, now }));
  app.use(sheetsRoutes({ records: sheetsRecords(ledger), accounts, knobs, ledger }));
  app.use(whatsappRoutes({ records: whatsappRecords(ledger), knobs, ledger, now }));
  app.use('/sandbox', moneyRoutes({ ledger, knobs, stripe, cashfree, webhooks, now }));
  app.use(checkoutPage({ records: cashfree, ledger, pay: payWithCashfree, now }));
  app.use(answerUnknown, answerErrors);
  return app;
};

/** Listens until the stack is disposed. @returns the port */
const listen = async (
  app: Express,
  { port = 0, host, cleanup }: { port?: number | undefined; host: string; cleanup: AsyncDisposableStack },
): Promise<number> => {
  const server = createServer({ keepAliveTimeout: 65_000 }, app);
  server.listen(port, host);
  await once(server, 'listening');
  cleanup.defer(async () => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
};

/**
 * Starts the fake providers: payment providers, mail server, control API and pages on one HTTP and one SMTP port.
 * Throws when NODE_ENV is production.
 */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  refuseProduction();
  const { host = '127.0.0.1' } = options;
  const password = options.password || (isLoopback(host) ? null : newPassword());
  await using cleanup = new AsyncDisposableStack();
  const parts = await openParts(options, cleanup);
  const { mailbox, knobs, now } = parts;
  const smtp = cleanup.use(await startSmtpSink({ mailbox, knobs, host, port: options.smtpPort ?? 0, now }));
  const port = await listen(createApp(parts, options, password), { port: options.port, host, cleanup });
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const running = cleanup.move();
  return {
    url: `http://${reachable}:${port}`,
    smtpUrl: `smtp://${reachable}:${smtp.port}`,
    password,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};

/** The providers besides payments: mail, Google, the model, WhatsApp. Its webhooks go nowhere. */
export const startSandboxWithoutShop = (): Promise<Sandbox> =>
  startSandbox({
    webhookBaseUrl: 'http://127.0.0.1:9',
    stripeWebhookSecret: 'whsec_none',
    cashfreeClientId: 'none',
    cashfreeClientSecret: 'none',
  });
