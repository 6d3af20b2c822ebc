import { MAX_TOKEN_AGE_S } from '@satrangi/chassis';
import { accountTexts, isEmail, PASSWORD_MIN } from '@satrangi/contracts';
import { z } from 'zod';
import { secondsOf } from './sessions/sessions.rules.ts';

const Duration = z.string().transform((text, context): number => {
  const seconds = secondsOf(text);
  if (seconds !== null) return seconds;
  context.addIssue({ code: 'custom', message: 'Say a length of time like 7d, 12h, 30m or 900s' });
  return z.NEVER;
});

/** What identity reads of the environment beyond what every service reads. */
export const IdentityConfig = z.object({
  /** How long a login lasts; the cookie lives as long (checklist IDN-35). Longer than services remember would be a lie. */
  JWT_TTL: Duration.refine((seconds) => seconds <= MAX_TOKEN_AGE_S, 'JWT_TTL may be 31d at most').default(
    7 * 24 * 3600,
  ),
  /** The first admin; made at start when no admin exists (checklist IDN-37). */
  ADMIN_EMAIL: z
    .string()
    .trim()
    .toLowerCase()
    .refine(isEmail, 'ADMIN_EMAIL must be an email address')
    .optional(),
  ADMIN_PASSWORD: z.string().min(PASSWORD_MIN, accountTexts.passwordTooShort).optional(),
  /** The address people type. Only an https address gets a cookie that travels over https alone. */
  PUBLIC_URL: z.url().default('http://localhost:8080'),
  /** A signing key older than this gets a successor. */
  SIGNING_KEY_DAYS: z.coerce.number().min(1).default(90),
  /** Without it mails are not sent, and the log says so. */
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().optional().describe('default: no-reply@ the host of PUBLIC_URL'),
  /** Without it signing in with Google is not offered. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_JWKS_URL: z.url().default('https://www.googleapis.com/oauth2/v3/certs'),
  /** What pages load for Google's button; a path of this site for the sandbox. */
  GOOGLE_SCRIPT_URL: z.string().default('https://accounts.google.com/gsi/client'),
});
export type IdentityConfig = z.output<typeof IdentityConfig>;
