import { countSetting, MAX_TOKEN_AGE_S, sandboxAddresses, sandboxHosts } from '@satrangi/chassis';
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
import { parseDuration } from './duration.rules.ts';

const Duration = z.string().transform((text, context): number => {
  const seconds = parseDuration(text);
  if (seconds !== null) return seconds;
  context.addIssue({ code: 'custom', message: 'Expected a duration like 7d, 12h, 30m or 900s' });
  return z.NEVER;
});

export const GOOGLE_JWKS_URL = 'https://www.googleapis.com/oauth2/v3/certs';

const holdingAddresses = Object.fromEntries(
  erasingServices.map((name) => [envName(name, 'URL'), z.url().optional()]),
) as Record<EnvName<ErasingService, 'URL'>, z.ZodOptional<z.ZodURL>>;

/** The environment variables of identity, beside those of every service. */
export const IdentityConfig = z.object({
  /** Lifetime of a session and its cookie (checklist IDN-35). Services store revocations for MAX_TOKEN_AGE_S only. */
  JWT_TTL: Duration.refine((seconds) => seconds <= MAX_TOKEN_AGE_S, 'JWT_TTL may be 31d at most').default(
    7 * 24 * 3600,
  ),
  /** The first admin, created at start when there is none (checklist IDN-37). */
  ADMIN_EMAIL: z
    .string()
    .refine(isEmail, { error: 'ADMIN_EMAIL must be an email address', abort: true })
    .transform((text) => normaliseEmail(text) ?? text)
    .optional(),
  ADMIN_PASSWORD: z.string().min(PASSWORD_MIN, accountTexts.passwordTooShort).optional(),
  /** The address of the site. With https, cookies are `Secure`. */
  PUBLIC_URL: z.url().default('http://localhost:8080'),
  /** Maximum age of the signing key; an older one is rotated. */
  SIGNING_KEY_DAYS: z.coerce.number().min(1).default(90),
  /** Cost of a password hash; `minimal` is for tests and refused in production. */
  PASSWORD_COST: z.enum(['full', 'minimal']).default('full'),
  /** Failed logins from one address, or one IPv6 /64, in 15 minutes; /56 has twice, /48 four times as many. */
  LOGIN_FAILURES_PER_ADDRESS: countSetting(100),
  /** Failed logins for one account in an hour; beyond it, unknown devices are slowed and known devices are not. */
  LOGIN_FAILURES_PER_ACCOUNT: countSetting(50),
  /**
   * `open`: registration responds at once, 409 for a taken address (checklist IDN-01, IDN-09). `strict`: same response for
   * known and unknown addresses; registration continues by mail.
   */
  REGISTER_PRIVACY: z.enum(['open', 'strict']).default('open'),
  /** Registrations from one address, or one IPv6 /64, in an hour; /56 has twice, /48 four times as many. */
  REGISTRATIONS_PER_ADDRESS: countSetting(5),
  /** All registrations in ten minutes before each needs a proof of work. */
  REGISTRATIONS_WITHOUT_PROOF: countSetting(30),
  /** Cost of the proof of work: 2^bits digests, one or two seconds on a phone. */
  REGISTRATION_PROOF_BITS: z.coerce.number().int().min(1).max(30).default(18),
  /** Days until an unproved account that owns nothing is erased; 0: never. */
  UNPROVED_ACCOUNT_DAYS: z.coerce.number().int().min(0).max(3_650).default(14),
  /** Services that report what an account owns. If one is missing, no unproved account is erased. */
  ...holdingAddresses,
  /** When absent, mails are skipped and logged. */
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().optional().describe('default: no-reply@ the host of PUBLIC_URL'),
  /** When absent, Google sign-in is not offered. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_JWKS_URL: z.url().default(GOOGLE_JWKS_URL),
  /** The script of Google's button; a path of this site in the sandbox. */
  GOOGLE_SCRIPT_URL: z.string().default('https://accounts.google.com/gsi/client'),
});
export type IdentityConfig = z.output<typeof IdentityConfig>;

/** Settings for the sandbox only: they would accept forged logins or discard mails. */
export const refusedInProduction = (config: IdentityConfig): string[] => [
  ...sandboxAddresses({
    GOOGLE_JWKS_URL: config.GOOGLE_JWKS_URL === GOOGLE_JWKS_URL ? '' : config.GOOGLE_JWKS_URL,
    GOOGLE_SCRIPT_URL: config.GOOGLE_SCRIPT_URL.startsWith('https://') ? '' : config.GOOGLE_SCRIPT_URL,
  }),
  ...sandboxHosts({ SMTP_URL: config.SMTP_URL }),
  ...(config.PASSWORD_COST === 'full' ? [] : ['PASSWORD_COST is minimal: passwords would be easy to guess']),
];
