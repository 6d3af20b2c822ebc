/** EX_CONFIG of sysexits.h: the configuration is wrong, and a restart does not help. */
export const EX_CONFIG = 78;

/** Configuration that prevents a start. One line for each reason, without values of secrets. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly lines: readonly string[];

  constructor(lines: readonly string[], heading = 'Configuration is not valid') {
    super([heading, ...lines].join('\n'));
    this.lines = lines;
  }
}

/** The exit code for an error that ended a start. */
export const exitCodeOf = (error: unknown): number => (error instanceof ConfigurationError ? EX_CONFIG : 1);

const MIN_SECRET = 32;
const MIN_PASSWORD = 16;
const MIN_DISTINCT = 10;
/** Words that a random secret does not contain by chance. */
const KNOWN_WORDS =
  /change.?me|secret|password|passwort|example|sandbox|default|satrangi|tests\b|placeholder/i;

/** @returns why a secret is too weak for production; null when it is strong enough */
export const weaknessOf = (secret: string, minLength = MIN_SECRET): string | null => {
  if (secret.length < minLength) return `has fewer than ${minLength} characters`;
  if (new Set(secret).size < Math.min(MIN_DISTINCT, minLength)) return 'repeats a few characters';
  if (KNOWN_WORDS.test(secret)) return 'is a known word, not a random text';
  return null;
};

/** @returns one line for each secret that is a default, a known word or too short */
export const weakSecrets = (secrets: Readonly<Record<string, string>>): string[] =>
  Object.entries(secrets).flatMap(([name, value]) => {
    const weakness = weaknessOf(value);
    return weakness ? [`${name} ${weakness}: make one with \`openssl rand -base64 32\``] : [];
  });

/** @returns one line for each address of a sandbox that is set */
export const sandboxAddresses = (addresses: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(addresses).flatMap(([name, address]) =>
    address ? [`${name} leads to a sandbox, which is never used in production`] : [],
  );

/** The host name of the sandbox in docker-compose.yml. */
const SANDBOX_HOST = /\/\/([^/]*@)?sandbox[:/]/;
export const isSandboxHost = (address: string | null | undefined): boolean =>
  SANDBOX_HOST.test(`${address ?? ''}/`);

/** @returns one line for each address with the host of the sandbox */
export const sandboxHosts = (addresses: Readonly<Record<string, string | null | undefined>>): string[] =>
  Object.entries(addresses).flatMap(([name, address]) =>
    address && isSandboxHost(address) ? sandboxAddresses({ [name]: address }) : [],
  );

/** Password and query of an address. `URL` refuses the addresses of replica sets, which have several hosts. */
const ADDRESS = /^[a-z+]+:\/\/(?:[^:@/]*:(?<password>[^@/]*)@)?[^?]*(?:\?(?<query>.*))?$/i;

const weakPassword = (name: string, address: string): string[] => {
  const password = decodeURIComponent(ADDRESS.exec(address)?.groups?.password ?? '');
  const weakness = password ? weaknessOf(password, MIN_PASSWORD) : null;
  return weakness ? [`${name} contains a password that ${weakness}`] : [];
};

/** @returns a line when the value keeps messages inside this process, or contains a weak password */
export const brokerProblems = (name: 'AMQP_URL' | 'REDIS_URL', address: string): string[] =>
  address.startsWith('memory:')
    ? [`${name} is missing or memory: messages would never leave this process`]
    : weakPassword(name, address);

/**
 * Money is written with `w: majority` and `journal: true`; an address with less is a mistake.
 * @returns a line when the address has a write concern that a failover could lose
 */
const weakWriteConcern = (address: string): string[] => {
  const query = new URLSearchParams(ADDRESS.exec(address)?.groups?.query);
  const w = query.get('w') ?? 'majority';
  const journal = query.get('journal') ?? 'true';
  return w === 'majority' && journal === 'true'
    ? []
    : ['MONGODB_URI asks for a weak write concern: leave out `w` and `journal`, they are majority and true'];
};

/** What a store says of itself, in the answers to `buildInfo` and `hello`. */
export type StoreAnswers = {
  readonly gitVersion?: unknown;
  readonly setName?: unknown;
  /** `isdbgrid`: the router of a sharded cluster. */
  readonly msg?: unknown;
};

/** @returns a line when the store is not one for production */
export const storeProblems = ({ gitVersion, setName, msg }: StoreAnswers): string[] => {
  if (gitVersion === 'embedded') return ['MONGODB_URI leads to the embedded store, which is for development'];
  return typeof setName === 'string' || msg === 'isdbgrid'
    ? []
    : ['MONGODB_URI leads to a standalone server: a replica set is needed, of one member at least'];
};

/** Settings of every service that are checked in production. */
type CommonSettings = {
  readonly AMQP_URL: string;
  readonly REDIS_URL: string;
  readonly MONGODB_URI: string;
  readonly INTERNAL_SECRET: string;
  readonly GOOGLE_BASE_URL?: string | undefined;
  readonly CLOCK_SKEW_MS: number;
  readonly INTERVAL_FACTOR: number;
};

/** Checks of every service in production. @returns one line for each problem */
export const productionProblems = (base: CommonSettings): string[] => [
  ...brokerProblems('AMQP_URL', base.AMQP_URL),
  ...brokerProblems('REDIS_URL', base.REDIS_URL),
  ...weakPassword('MONGODB_URI', base.MONGODB_URI),
  ...weakWriteConcern(base.MONGODB_URI),
  ...weakSecrets({ INTERNAL_SECRET: base.INTERNAL_SECRET }),
  ...sandboxAddresses({ GOOGLE_BASE_URL: base.GOOGLE_BASE_URL }),
  ...(base.CLOCK_SKEW_MS === 0 ? [] : ['CLOCK_SKEW_MS is set: in production no clock is wrong on purpose']),
  ...(base.INTERVAL_FACTOR === 1 ? [] : ['INTERVAL_FACTOR is set: it is for tests only']),
];

/** @throws ConfigurationError with all problems in production, when there is one */
export const refuseInProduction = (nodeEnv: string, problems: readonly string[]): void => {
  if (nodeEnv === 'production' && problems.length > 0)
    throw new ConfigurationError(problems, 'Refused in production');
};

/** Writes the error to stderr and exits: code 78 (EX_CONFIG) for wrong settings, else 1. */
export const endStart = (error: unknown): never => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(exitCodeOf(error));
};
