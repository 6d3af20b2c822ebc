import type { Part } from './compose.ts';

/** Where a container gets a variable from. */
export type Source =
  | { readonly name: string; readonly kind: 'value'; readonly value: string }
  /** A key of the part's Secret. */
  | { readonly name: string; readonly kind: 'secret'; readonly key: string; readonly isOptional: boolean }
  /** A key of the ConfigMap of all parts. */
  | { readonly name: string; readonly kind: 'setting'; readonly key: string; readonly isOptional: boolean };

/** Differs from compose: a production behind an ingress, whose pods leave the endpoints before they stop. */
const fixed: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  TRUST_PROXY: '1',
  STOP_WAIT_MS: '5000',
  DRAIN_MS: '8000',
  CASHFREE_MODE: 'production',
};
/** The stand-ins of development. Without these variables the addresses of the real providers are used. */
const sandboxOnly = /^(SANDBOX_URL|SANDBOX_PASSWORD|\w+_BASE_URL|GOOGLE_JWKS_URL|GOOGLE_SCRIPT_URL)$/;
/** Addresses of stores contain passwords. */
const confidential =
  /(SECRET(_OLD)?|PASSWORD|TOKEN|_KEY|SERVICE_ACCOUNT|SMTP_URL|MONGODB_URI|AMQP_URL|REDIS_URL)$/;
const variable = /^\$\{([A-Z_]+)(?:(:?[-?])([^}]*))?\}$/;

const sourceOf = (name: string, given: string): Source | null => {
  const value = fixed[name];
  if (value !== undefined) return { name, kind: 'value', value };
  if (sandboxOnly.test(name) && name !== 'OPENAI_BASE_URL') return null;
  const [, key = name, operator = '', fallback = ''] = variable.exec(given) ?? [];
  if (confidential.test(name)) {
    // an address with a password inside has no default
    const isOptional = operator.endsWith('-');
    return { name, kind: 'secret', key: name, isOptional };
  }
  if (!given.startsWith('${')) return { name, kind: 'value', value: given };
  return { name, kind: 'setting', key, isOptional: operator.endsWith('-') && !/localhost/.test(fallback) };
};

/** The variables of a part: those of compose for a production. */
export const sourcesOf = ({ name: part, environment }: Part): readonly Source[] => {
  const wait = part === 'gateway' ? 'DRAIN_MS' : 'STOP_WAIT_MS';
  return Object.entries({ ...environment, [wait]: '' }).flatMap(
    ([name, given]) => sourceOf(name, given) ?? [],
  );
};
