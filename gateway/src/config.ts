import { brokerProblems, NodeEnv, sandboxAddresses, weakSecrets } from '@satrangi/chassis/without-store';
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
  /** Prefix of every key and channel; the same as in the services. */
  REDIS_PREFIX: z.string().default('satrangi:'),
  ...addresses,
  /** Served under /sandbox when set; refused in production. */
  SANDBOX_URL: z.url().optional(),
  INTERNAL_SECRET: z
    .string('INTERNAL_SECRET is missing')
    .min(16, 'INTERNAL_SECRET must have at least 16 characters'),
  /** The public URL; cookies are Secure when it is https. */
  PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
  ALLOWED_ORIGINS: list,
  /** Number of trusted proxies in front of the gateway. */
  TRUST_PROXY: z.coerce.number().int().nonnegative().default(0),
  /** The header in which the trusted proxy sends the client's country, for instance `cf-ipcountry`. */
  COUNTRY_HEADER: z.string().optional(),
  GEO_MMDB: z.string().optional(),
  WEB_DIST: z.string().optional(),
  /** The built back office, served below /admin. */
  ADMIN_DIST: z.string().optional(),
  LIMIT_PER_MINUTE: count(300),
  LIMIT_LOGIN_PER_MINUTE: count(60),
  LIMIT_WEBHOOK_PER_MINUTE: count(30_000),
  LIMIT_CHAT_PER_MINUTE: count(60),
  LIMIT_CHEAP_PER_MINUTE: count(3_000),
  STREAMS_PER_ADDRESS: count(50),
  STREAMS_PER_USER: count(20),
  /** A page waits this long for the head of its item (ms); the head of its kind stands in for a later one. */
  PAGE_HEAD_MS: count(50),
  /** Timeout of the whole response of a service, except uploads and streams (reliability P26). */
  ANSWER_MS: count(10_000),
  /** Timeout of request headers, also on a new connection. */
  HEADERS_MS: count(10_000),
  /** Timeout of a body, except uploads. */
  BODY_MS: count(5_000),
  /** Memory limit of all bodies together, in bytes. */
  BODY_BYTES: count(64 * 1024 * 1024),
  /** Minimum rate of an upload, as a mean over the window. */
  UPLOAD_BYTES_PER_SECOND: count(32_000),
  UPLOAD_WINDOW_MS: count(30_000),
  /** Idle timeout of a connection during a response. */
  IDLE_MS: count(60_000),
  /** Concurrent requests of one address (IPv6: prefix), without event streams. */
  IN_FLIGHT_PER_ADDRESS: count(256),
  /** Connections of one address; not limited behind a trusted proxy, which opens them all. */
  CONNECTIONS_PER_ADDRESS: count(1_000),
  MAX_CONNECTIONS: count(20_000),
  KEEPALIVE_MS: count(KEEPALIVE_MS),
  CACHE_BYTES: count(64 * 1024 * 1024),
  CACHE_SECONDS: count(60),
  /** Clock skew for tests; refused in production. */
  CLOCK_SKEW_MS: z.coerce.number().int().default(0),
  /** Base URL of an OpenTelemetry collector (OTLP over HTTP) that gets the spans; none by default. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** 0: identity's keys are fetched by the first request with a token; the gateway is ready without them. */
  PRELOAD: z.enum(['0', '1']).default('1'),
  DRAIN_MS: z.coerce.number().int().nonnegative().default(2_000),
  SITE_NAME: z.string().default('Satrangi'),
  SITE_SHORT: z.string().default('Satrangi'),
  ASSISTANT_NAME: z.string().default('Saathi'),
  CONTACT_EMAIL: z.string().default('hello@satrangi.example'),
  INSTAGRAM_URL: z.url().default('https://www.instagram.com/satrangi'),
  FACEBOOK_URL: z.url().default('https://www.facebook.com/satrangi'),
  /** The target of Quick exit: an inconspicuous page. */
  QUICK_EXIT_URL: z.url().default('https://www.bbc.com/weather'),
  STATEMENT_NAME: z.string().default('STR MEDIA'),
  RECEIPT_SUBJECT: z.string().default('Your order is ready'),
  SITE_TAGLINE: z.string().default('A press, a library and an archive for queer stories from India.'),
});
export type GatewayConfig = z.output<typeof GatewayConfig>;

/** The URL of each service. */
export const targetsOf = (config: Pick<GatewayConfig, AddressName>): Record<ServiceName, string> =>
  forEachService((name) => config[envName(name, 'URL')]);

/** Checks the settings for production. @returns one line for each problem */
export const productionProblems = (config: GatewayConfig): string[] => [
  ...sandboxAddresses({ SANDBOX_URL: config.SANDBOX_URL }),
  ...brokerProblems('REDIS_URL', config.REDIS_URL),
  ...weakSecrets({ INTERNAL_SECRET: config.INTERNAL_SECRET }),
  ...(config.CLOCK_SKEW_MS === 0 ? [] : ['CLOCK_SKEW_MS is set: it is for tests only']),
];
