import { z } from 'zod';
import { ConfigurationError } from './production.ts';
import { s3AddressSetting } from './s3-settings.ts';

/** Required, without a default: a default of `development` would turn off the checks of production. */
export const NodeEnv = z.enum(
  ['production', 'development', 'test'],
  'NODE_ENV must be production, development or test',
);

/** The environment variables of every service. A service adds its own schema. */
export const BaseConfig = z.object({
  NODE_ENV: NodeEnv,
  PORT: z.coerce.number().int().min(0).max(65_535).default(0).describe('0 picks a free port'),
  HOST: z.string().default('127.0.0.1'),
  MONGODB_URI: z.string('MONGODB_URI is missing'),
  AMQP_URL: z.string().default('memory:'),
  AMQP_PREFIX: z.string().default('').describe('prefix of every exchange and queue: isolates test runs'),
  AMQP_DECLARE: z
    .enum(['all', 'own'])
    .default('all')
    .describe('own: the broker already has the exchanges and the other queues; see deploy/docker'),
  REDIS_URL: z.string().default('memory:'),
  REDIS_PREFIX: z.string().default('satrangi:'),
  DATA_DIR: z.string().default('.data'),
  FILES_URL: s3AddressSetting().describe(
    'a bucket for files: s3://bucket?region=eu-west-1&endpoint=https://storage.example; files are in DATA_DIR without it',
  ),
  FILES_ACCESS_KEY: z.string().optional().describe('of the bucket; the role of the machine without it'),
  FILES_SECRET_KEY: z.string().optional(),
  DB_SUFFIX: z.string().default(''),
  IDENTITY_URL: z.string().default(''),
  INTERNAL_SECRET: z
    .string('INTERNAL_SECRET is missing')
    .min(16, 'INTERNAL_SECRET must have at least 16 characters'),
  GOOGLE_SERVICE_ACCOUNT: z
    .string()
    .optional()
    .describe('the JSON key of a service account, or the path of a file with it'),
  GOOGLE_BASE_URL: z
    .url()
    .optional()
    .describe('address of a sandbox that replaces Google; never in production'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  CLOCK_SKEW_MS: z.coerce.number().int().default(0).describe('shift of the clock; never in production'),
  INTERVAL_FACTOR: z.coerce
    .number()
    .positive()
    .max(1)
    .default(1)
    .describe('shortens the intervals of jobs and the leases of work in tests; never in production'),
  STOP_WAIT_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(2_000)
    .describe('from "not ready" to closing the server: time for load balancers to notice'),
  PRELOAD: z
    .enum(['0', '1'])
    .default('1')
    .describe("0: identity's keys and the code of providers are loaded by the first request that needs them"),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url()
    .optional()
    .describe('base URL of an OpenTelemetry collector (OTLP over HTTP) that gets the spans; none by default'),
  PROJECTION_REBUILD: z.string().default(''),
  FAILPOINT: z.string().optional(),
});
export type BaseConfig = z.output<typeof BaseConfig>;

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as absent: `KEY=` in an env file means "not set". */
const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));

const lineOf = ({ path, message }: z.core.$ZodIssue): string => {
  const name = path.join('.');
  return !name || message.includes(name) ? message : `${name}: ${message}`;
};

/**
 * Validates the settings at the start, so that a wrong one does not fail a later request.
 * @throws ConfigurationError with one line for each wrong setting
 */
export const readConfig = <C extends z.ZodType>(schema: C, env: Environment): z.output<C> => {
  const result = schema.safeParse(withoutEmpty(env));
  if (result.success) return result.data;
  throw new ConfigurationError(result.error.issues.map(lineOf));
};

/** The environment of this process. No other code reads `process.env`. */
export const processEnvironment = (): Environment => process.env;
