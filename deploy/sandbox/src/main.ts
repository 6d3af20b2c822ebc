import { EX_CONFIG, readConfig } from './config.ts';
import { startSandbox } from './server.ts';

// Files contain mails and payments: other users of this machine may not read them.
process.umask(0o077);

const settings = () => {
  try {
    return readConfig();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(EX_CONFIG);
  }
};
const config = settings();
const sandbox = await startSandbox({
  host: config.SANDBOX_HOST,
  password: config.SANDBOX_PASSWORD,
  port: config.SANDBOX_PORT,
  smtpPort: config.SANDBOX_SMTP_PORT,
  webhookBaseUrl: config.WEBHOOK_BASE_URL,
  stripeWebhookSecret: config.STRIPE_WEBHOOK_SECRET,
  cashfreeClientId: config.CASHFREE_CLIENT_ID,
  cashfreeClientSecret: config.CASHFREE_CLIENT_SECRET,
  reportSecret: config.REPORT_SECRET,
  whatsappAppSecret: config.WHATSAPP_APP_SECRET,
  now: () => new Date(Date.now() + config.CLOCK_SKEW_MS),
  ...(config.DATA_DIR !== undefined && { dataDir: config.DATA_DIR }),
  ...(config.STRIPE_SECRET_KEY !== undefined && { stripeKey: config.STRIPE_SECRET_KEY }),
  ...(config.SANDBOX_TIME_SCALE !== undefined && { timeScale: config.SANDBOX_TIME_SCALE }),
});

const stop = (): void => {
  void sandbox[Symbol.asyncDispose]().then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
const { url, smtpUrl, password } = sandbox;
process.stdout.write(`${JSON.stringify({ ready: true, url, smtpUrl, ...(password && { password }) })}\n`);
