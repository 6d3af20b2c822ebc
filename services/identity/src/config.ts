import { isSandboxHost, MAX_TOKEN_AGE_S, sandboxAddresses } from '@satrangi/chassis';
import {
  accountTexts,
  type EnvName,
  type ErasingService,
  envName,
  erasingServices,
  isEmail,
  normaliseEmail,
  PASSWORD_MIN,
} from '@satrangi/contracts';
import { z } from 'zod';
import { secondsOf } from './sessions/sessions.rules.ts';

const Duration = z.string().transform((text, context): number => {
  const seconds = secondsOf(text);
  if (seconds !== null) return seconds;
  context.addIssue({ code: 'custom', message: 'Say a length of time like 7d, 12h, 30m or 900s' });
  return z.NEVER;
});

const GOOGLE_JWKS_URL = 'https://www.googleapis.com/oauth2/v3/certs';
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);

const holdingAddresses = Object.fromEntries(
  erasingServices.map((name) => [envName(name, 'URL'), z.url().optional()]),
) as Record<EnvName<ErasingService, 'URL'>, z.ZodOptional<z.ZodURL>>;

/** What identity reads of the environment beyond what every service reads. */
export const IdentityConfig = z.object({
  /** How long a login lasts; the cookie lives as long (checklist IDN-35). Longer than services remember would be a lie. */
  JWT_TTL: Duration.refine((seconds) => seconds <= MAX_TOKEN_AGE_S, 'JWT_TTL may be 31d at most').default(
    7 * 24 * 3600,
  ),
  /** The first admin; made at start when no admin exists (checklist IDN-37). */
  ADMIN_EMAIL: z
    .string()
    .refine(isEmail, { error: 'ADMIN_EMAIL must be an email address', abort: true })
    .transform((text) => normaliseEmail(text) ?? text)
    .optional(),
  ADMIN_PASSWORD: z.string().min(PASSWORD_MIN, accountTexts.passwordTooShort).optional(),
  /** The address people type. Only an https address gets a cookie that travels over https alone. */
  PUBLIC_URL: z.url().default('http://localhost:8080'),
  /** A signing key older than this gets a successor. */
  SIGNING_KEY_DAYS: z.coerce.number().min(1).default(90),
  /** Failed logins from one address, or one IPv6 /64, in 15 minutes; /56 has twice, /48 four times as many. */
  LOGIN_FAILURES_PER_ADDRESS: count(100),
  /** Failed logins of strangers for one account in an hour; beyond it they are slowed, a known device is not. */
  LOGIN_FAILURES_PER_ACCOUNT: count(50),
  /**
   * `open`: register answers at once, 409 for a taken address (checklist IDN-01, IDN-09). `strict`: the same answer for
   * known and unknown addresses, the mail decides.
   */
  REGISTER_PRIVACY: z.enum(['open', 'strict']).default('open'),
  /** Registrations from one address, or one IPv6 /64, in an hour; /56 has twice, /48 four times as many. */
  REGISTRATIONS_PER_ADDRESS: count(5),
  /** Registrations of everybody in ten minutes before each needs a proof of work. */
  REGISTRATIONS_WITHOUT_PROOF: count(30),
  /** Work of one registration then: 2^bits digests, one or two seconds on a phone. */
  REGISTRATION_PROOF_BITS: z.coerce.number().int().min(1).max(30).default(18),
  /** Days until an account whose address was never proved is erased, unless something is owned; 0: never. */
  UNPROVED_ACCOUNT_DAYS: z.coerce.number().int().min(0).max(3_650).default(14),
  /** Where services are asked what an account owns. Without one of them no account is erased as unproved. */
  ...holdingAddresses,
  /** Without it mails are not sent, and the log says so. */
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().optional().describe('default: no-reply@ the host of PUBLIC_URL'),
  /** Without it signing in with Google is not offered. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_JWKS_URL: z.url().default(GOOGLE_JWKS_URL),
  /** What pages load for Google's button; a path of this site for the sandbox. */
  GOOGLE_SCRIPT_URL: z.string().default('https://accounts.google.com/gsi/client'),
});
export type IdentityConfig = z.output<typeof IdentityConfig>;

/** Settings that only a sandbox needs: with them others could make up logins, or mails would reach no reader. */
export const refusedInProduction = (config: IdentityConfig): string[] =>
  sandboxAddresses({
    GOOGLE_JWKS_URL: config.GOOGLE_JWKS_URL === GOOGLE_JWKS_URL ? '' : config.GOOGLE_JWKS_URL,
    GOOGLE_SCRIPT_URL: config.GOOGLE_SCRIPT_URL.startsWith('https://') ? '' : config.GOOGLE_SCRIPT_URL,
    SMTP_URL: isSandboxHost(config.SMTP_URL) ? config.SMTP_URL : '',
  });
