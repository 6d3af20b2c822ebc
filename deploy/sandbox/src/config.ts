import { z } from 'zod';

const Port = z.coerce.number().int().min(0).max(65_535);

const Config = z.object({
  NODE_ENV: z.enum(['development', 'test'], 'NODE_ENV must be development or test'),
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  SANDBOX_PASSWORD: z
    .string()
    .optional()
    .describe('for mails, knobs and the page; made up and printed when the host is not loopback'),
  SANDBOX_PORT: Port.default(0),
  SANDBOX_SMTP_PORT: Port.default(0),
  DATA_DIR: z.string().optional(),
  WEBHOOK_BASE_URL: z.url(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  CASHFREE_CLIENT_ID: z.string().min(1),
  CASHFREE_CLIENT_SECRET: z.string().min(1),
  WHATSAPP_APP_SECRET: z.string().optional().describe('signs WhatsApp messages that arrive'),
  REPORT_SECRET: z.string().optional().describe('signs reports of bounces and complaints'),
  /** Clock skew of the providers. */
  CLOCK_SKEW_MS: z.coerce.number().int().default(0),
  /** Factor on the providers' retry times; 1/60 makes their minutes seconds. */
  SANDBOX_TIME_SCALE: z.coerce.number().positive().optional(),
});
export type Config = z.infer<typeof Config>;

/** A sandbox in production would confirm payments without money. */
export const refuseProduction = (env: NodeJS.ProcessEnv = process.env): void => {
  if (env.NODE_ENV === 'production') throw new Error('The sandbox never runs in production.');
};

/** EX_CONFIG: the environment is invalid, a restart does not help. */
export const EX_CONFIG = 78;

/** @throws Error with a readable list of what is missing or wrong */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  refuseProduction(env);
  const result = Config.safeParse(env);
  if (!result.success) throw new Error(z.prettifyError(result.error));
  return result.data;
};
