import { KEEPALIVE_MS } from '@satrangi/contracts';
import { z } from 'zod';

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  );
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);

/** The environment of the gateway. Addresses of services end without a slash. */
export const GatewayConfig = z.object({
  PORT: z.coerce.number().int().default(8080),
  HOST: z.string().default('127.0.0.1'),
  NODE_ENV: z.string().default('development'),
  LOG_LEVEL: z.string().default('info'),
  REDIS_URL: z.string(),
  /** Before every key and channel; the same as the services have. */
  REDIS_PREFIX: z.string().default('satrangi:'),
  IDENTITY_URL: z.url(),
  CATALOG_URL: z.url(),
  LIBRARY_URL: z.url(),
  PAYMENTS_URL: z.url(),
  /** Served under /sandbox when set; refused in production. */
  SANDBOX_URL: z.url().optional(),
  INTERNAL_SECRET: z.string().min(16),
  /** Where people reach the site; cookies are Secure when it is https. */
  PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
  ALLOWED_ORIGINS: list,
  /** How many proxies in front of us may be believed about the visitor's address. */
  TRUST_PROXY: z.coerce.number().int().nonnegative().default(0),
  /** A header the trusted proxy sets with the visitor's country, for instance `cf-ipcountry`. */
  COUNTRY_HEADER: z.string().optional(),
  GEO_MMDB: z.string().optional(),
  WEB_DIST: z.string().optional(),
  LIMIT_PER_MINUTE: count(300),
  LIMIT_LOGIN_PER_MINUTE: count(60),
  LIMIT_WEBHOOK_PER_MINUTE: count(30_000),
  LIMIT_CHEAP_PER_MINUTE: count(3_000),
  STREAMS_PER_ADDRESS: count(50),
  STREAMS_PER_USER: count(20),
  /** How long a short question to a service may take altogether (reliability P26). */
  ANSWER_MS: count(10_000),
  KEEPALIVE_MS: count(KEEPALIVE_MS),
  CACHE_BYTES: count(64 * 1024 * 1024),
  CACHE_SECONDS: count(60),
  /** A clock that is wrong, for tests; refused in production. */
  CLOCK_SKEW_MS: z.coerce.number().int().default(0),
  DRAIN_MS: z.coerce.number().int().nonnegative().default(2_000),
  SITE_NAME: z.string().default('Satrangi'),
  SITE_SHORT: z.string().default('Satrangi'),
  ASSISTANT_NAME: z.string().default('Saathi'),
  CONTACT_EMAIL: z.string().default('hello@satrangi.example'),
  INSTAGRAM_URL: z.url().default('https://www.instagram.com/satrangi'),
  FACEBOOK_URL: z.url().default('https://www.facebook.com/satrangi'),
  /** Where Exit leads: a page nobody would ask about. */
  QUICK_EXIT_URL: z.url().default('https://www.bbc.com/weather'),
  STATEMENT_NAME: z.string().default('STR MEDIA'),
  RECEIPT_SUBJECT: z.string().default('Your order is ready'),
  SITE_TAGLINE: z.string().default('A press, a library and an archive for queer stories from India.'),
});
export type GatewayConfig = z.output<typeof GatewayConfig>;
