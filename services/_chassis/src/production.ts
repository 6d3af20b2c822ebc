/** EX_CONFIG of sysexits.h: the environment is wrong, a restart does not help. */
export const EX_CONFIG = 78;

/** The environment does not allow a start. One line for each reason; none contains the value of a secret. */
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
/** Six letters and more: a random text contains none of them by chance. */
const KNOWN_WORDS =
  /change.?me|secret|password|passwort|example|sandbox|default|satrangi|tests\b|placeholder/i;

/** @returns why a secret must not protect real readers, or null when it may */
export const weaknessOf = (secret: string, minLength = MIN_SECRET): string | null => {
  if (secret.length < minLength) return `has fewer than ${minLength} characters`;
  if (new Set(secret).size < Math.min(MIN_DISTINCT, minLength)) return 'repeats a few characters';
  if (KNOWN_WORDS.test(secret)) return 'is a known word, not a random text';
  return null;
};

/** @returns one line for each named secret that is default, known or too short */
export const weakSecrets = (secrets: Readonly<Record<string, string>>): string[] =>
  Object.entries(secrets).flatMap(([name, value]) => {
    const weakness = weaknessOf(value);
    return weakness ? [`${name} ${weakness}: make one with \`openssl rand -base64 32\``] : [];
  });

/** @returns one line for each address, not undefined or empty, that leads to the sandbox */
export const sandboxAddresses = (addresses: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(addresses).flatMap(([name, address]) =>
    address ? [`${name} leads to a sandbox, which is never used in production`] : [],
  );

/** The name of the sandbox in docker-compose.yml. */
const SANDBOX_HOST = /\/\/([^/]*@)?sandbox[:/]/;
export const isSandboxHost = (address: string | undefined): boolean => SANDBOX_HOST.test(`${address ?? ''}/`);

const weakPassword = (name: string, address: string): string[] => {
  const password = URL.canParse(address) ? decodeURIComponent(new URL(address).password) : '';
  const weakness = password ? weaknessOf(password, MIN_PASSWORD) : null;
  return weakness ? [`${name} contains a password that ${weakness}`] : [];
};

/** @returns a line when the value keeps messages inside this process, or contains a weak password */
export const brokerProblems = (name: 'AMQP_URL' | 'REDIS_URL', address: string): string[] =>
  address.startsWith('memory:')
    ? [`${name} is missing or memory: messages would never leave this process`]
    : weakPassword(name, address);

/** The settings of every service that production looks at. */
type CommonSettings = {
  readonly AMQP_URL: string;
  readonly REDIS_URL: string;
  readonly MONGODB_URI: string;
  readonly INTERNAL_SECRET: string;
  readonly GOOGLE_BASE_URL?: string | undefined;
  readonly CLOCK_SKEW_MS: number;
};

/** What every service refuses in production. @returns one line for each reason; [] when it may start */
export const productionProblems = (base: CommonSettings): string[] => [
  ...brokerProblems('AMQP_URL', base.AMQP_URL),
  ...brokerProblems('REDIS_URL', base.REDIS_URL),
  ...weakPassword('MONGODB_URI', base.MONGODB_URI),
  ...weakSecrets({ INTERNAL_SECRET: base.INTERNAL_SECRET }),
  ...sandboxAddresses({ GOOGLE_BASE_URL: base.GOOGLE_BASE_URL }),
  ...(base.CLOCK_SKEW_MS === 0 ? [] : ['CLOCK_SKEW_MS is set: in production no clock is wrong on purpose']),
];

/** @throws ConfigurationError with all reasons at once when this is production and there is one */
export const refuseInProduction = (nodeEnv: string, problems: readonly string[]): void => {
  if (nodeEnv === 'production' && problems.length > 0)
    throw new ConfigurationError(problems, 'Refused in production');
};
