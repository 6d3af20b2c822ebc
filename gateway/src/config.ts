import { brokerProblems, NodeEnv, sandboxAddresses, weakSecrets } from '@satrangi/chassis';
import {
  type EnvName,
  envName,
  forEachService,
  KEEPALIVE_MS,
  type ServiceName,
  serviceNames,
} from '@satrangi/contracts';
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

type AddressName = EnvName<ServiceName, 'URL'>;
const addresses = Object.fromEntries(serviceNames.map((name) => [envName(name, 'URL'), z.url()])) as Record<
  AddressName,
  z.ZodURL
>;

/** The environment of the gateway: `IDENTITY_URL` and so on for each service. Addresses end without a slash. */
export const GatewayConfig = z.object({
  PORT: z.coerce.number().int().default(8080),
  HOST: z.string().default('127.0.0.1'),
  NODE_ENV: NodeEnv,
  LOG_LEVEL: z.string().default('info'),
  REDIS_URL: z.string('REDIS_URL is missing'),
  /** Before every key and channel; the same as the services have. */
  REDIS_PREFIX: z.string().default('satrangi:'),
  ...addresses,
  /** Served under /sandbox when set; refused in production. */
  SANDBOX_URL: z.url().optional(),
  INTERNAL_SECRET: z
    .string('INTERNAL_SECRET is missing')
    .min(16, 'INTERNAL_SECRET must have at least 16 characters'),
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
  /** How long the headers of a request may take to arrive, and a new connection to begin. */
  HEADERS_MS: count(10_000),
  /** How long a body that is no upload may take to arrive. */
  BODY_MS: count(5_000),
  /** Bytes that bodies under way may hold together. */
  BODY_BYTES: count(64 * 1024 * 1024),
  /** The least that an upload may bring, as a mean over the window. */
  UPLOAD_BYTES_PER_SECOND: count(32_000),
  UPLOAD_WINDOW_MS: count(30_000),
  /** A connection on which nothing moves in the middle of an answer is closed after this long. */
  IDLE_MS: count(60_000),
  /** Requests of one address (IPv6: prefix) that are answered at the same time, event streams not counted. */
  IN_FLIGHT_PER_ADDRESS: count(256),
  /** Connections of one address; not counted behind a trusted proxy, which has them all. */
  CONNECTIONS_PER_ADDRESS: count(1_000),
  MAX_CONNECTIONS: count(20_000),
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

/** Where each service listens. */
export const targetsOf = (config: Pick<GatewayConfig, AddressName>): Record<ServiceName, string> =>
  forEachService((name) => config[envName(name, 'URL')]);

/** What the gateway refuses in production. @returns one line for each reason */
export const productionProblems = (config: GatewayConfig): string[] => [
  ...sandboxAddresses({ SANDBOX_URL: config.SANDBOX_URL }),
  ...brokerProblems('REDIS_URL', config.REDIS_URL),
  ...weakSecrets({ INTERNAL_SECRET: config.INTERNAL_SECRET }),
  ...(config.CLOCK_SKEW_MS === 0 ? [] : ['CLOCK_SKEW_MS is set: in production no clock is wrong on purpose']),
];
