import { z } from 'zod';
import {
  accountTexts,
  BIO_MAX,
  FEEDBACK_MAX,
  isEmail,
  normaliseEmail,
  normalisePhone,
  PASSWORD_MIN,
  PRONOUNS_MAX,
} from './accounts.ts';
import { defineApi } from './endpoint.ts';
import { identityAdminApi } from './identity.admin.ts';
import { Email, Name, withIdentifier } from './identity.fields.ts';
import { identityRegistrationApi, StartedSession } from './identity.registration.ts';
import { identitySessionsApi, SessionRow } from './identity.sessions.ts';
import { CountryCode, Instant, Role, UserId } from './schemas.ts';

const Password = z.string(accountTexts.passwordRequired).min(1, accountTexts.passwordRequired).max(256);
const NewPassword = Password.min(PASSWORD_MIN, accountTexts.passwordTooShort);
/** A form sends what was left empty as an empty text: the same as not sending it. */
const orNothing = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());
/** An address, or the phone number of an account that may have none: in its own field or typed in place of an address. */
const ResetRequest = z
  .object({
    email: z
      .string(accountTexts.emailInvalid)
      .transform((text) => normaliseEmail(text) ?? text.trim())
      .optional(),
    phone: z.string(accountTexts.emailInvalid).trim().optional(),
  })
  .superRefine(({ email, phone }, context) => {
    const isReadable = email ? isEmail(email) || normalisePhone(email) : normalisePhone(phone ?? '');
    if (!isReadable)
      context.addIssue({ code: 'custom', message: accountTexts.emailInvalid, path: ['email'] });
  });
const MailToken = z.string(accountTexts.resetTokenInvalid).min(1, accountTexts.resetTokenInvalid).max(200);

/** What a person sees of their own account. Never a password hash; a token only on register and login. */
export const Profile = z.object({
  _id: UserId,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  pronouns: z.string().nullable(),
  bio: z.string().nullable(),
  city: z.string().nullable(),
  interests: z.array(z.string()),
  country: z.string().nullable(),
  role: Role,
  createdAt: Instant,
  pendingEmail: z
    .string()
    .nullable()
    .optional()
    .describe('a new address that waits for its confirmation link to be opened'),
  hasPassword: z
    .boolean()
    .optional()
    .describe('false: signs in with Google alone; a reset mail sets a password'),
  hasGoogle: z.boolean().optional().describe('signs in with Google too'),
  unconfirmedEmail: z
    .object({ deletedAfter: Instant.nullable().describe('null: never for this') })
    .nullable()
    .optional()
    .describe(
      'the link mailed to `email` at registration was not confirmed yet; an account that holds nothing is deleted after `deletedAfter` (decision 0053)',
    ),
});
export type Profile = z.infer<typeof Profile>;

const optionalText = (max: number) => z.string().trim().max(max).optional();

export const identityApi = defineApi({
  ...identityRegistrationApi,
  login: {
    method: 'POST',
    path: '/users/login',
    access: 'public',
    rate: 'login',
    summary: 'Trade identifier and password for a token; sets the session cookie too (storefront §7)',
    body: withIdentifier({ password: Password }),
    response: StartedSession,
    problems: ['validation-failed', 'login-failed', 'too-many-requests'],
  },
  forgotPassword: {
    method: 'POST',
    path: '/users/forgot-password',
    access: 'public',
    rate: 'login',
    summary:
      'Ask for a mail with a link to set a new password. The answer is the same whether the address is known or not (checklist IDN-10), and for a phone number, in either field, to which no mail can go (IDN-43)',
    body: ResetRequest,
    response: z.object({ message: z.string() }),
    problems: ['validation-failed', 'too-many-requests'],
  },
  resetPassword: {
    method: 'POST',
    path: '/users/reset-password',
    access: 'public',
    rate: 'login',
    summary:
      'Set a new password with the token of the newest reset mail: once, within 60 minutes; every session of the account ends (checklist IDN-12, IDN-34). A token that does not count: 400 "Invalid or expired token"',
    body: z.object({ token: MailToken, password: NewPassword }),
    response: z.object({ message: z.string() }),
    problems: ['validation-failed', 'too-many-requests'],
  },
  googleSettings: {
    method: 'GET',
    path: '/auth/google',
    access: 'public',
    summary:
      'What a page hands to Google’s button: `google.accounts.id.initialize({client_id, nonce, callback})`. Null client id: not offered here. Sets a cookie that binds the nonce to this browser for an hour, until it is used; ask again after that',
    response: z.object({
      clientId: z.string().nullable(),
      scriptUrl: z.string().nullable().describe('the script that defines `window.google.accounts.id`'),
      nonce: z.string(),
    }),
  },
  googleSignIn: {
    method: 'POST',
    path: '/auth/google',
    access: 'public',
    rate: 'login',
    summary:
      'Trade Google’s ID token for a token of this site; the first time makes a USER (checklist IDN-14). Joins an account by its email only when Google has verified that address (IDN-36)',
    body: z.object({
      credential: z.string(accountTexts.googleFailed).min(1, accountTexts.googleFailed).max(8_192),
      next: z.string().max(2_000).optional().describe('where the page wants to go on'),
    }),
    response: StartedSession.extend({
      next: z.string().describe('`next` when it is a path of this site, else /profile (checklist IDN-42)'),
    }),
    problems: ['validation-failed', 'login-failed', 'not-found', 'too-many-requests', 'unavailable'],
  },
  openConfirmation: {
    method: 'GET',
    path: '/users/confirm-email',
    access: 'public',
    kind: 'stream',
    summary:
      'The link of a confirmation mail. Changes nothing, because mail programs open links: redirects (303) to the page /confirm-email, which confirms by POST and then leads to /profile (checklist IDN-33, decision 0032)',
    query: z.object({ token: z.string().max(200).default('') }),
    response: z.undefined(),
  },
  confirmEmail: {
    method: 'POST',
    path: '/users/confirm-email',
    access: 'public',
    rate: 'login',
    summary:
      'Confirm an address by the token of its mail; repeated, it answers the same. The token of a change makes the new address the address of the account: once, within 24 hours. The token of a registration confirms the address given there, within 14 days. A token that does not count: 400 "Invalid or expired token"; an address another account has by now: 409 (checklist IDN-33)',
    body: z.object({ token: MailToken }),
    response: z.object({ message: z.string() }),
    problems: ['validation-failed', 'already-used', 'too-many-requests'],
  },
  ...identitySessionsApi,
  exportMine: {
    method: 'GET',
    path: '/users/export',
    access: 'user',
    summary: 'Everything identity holds of the caller',
    response: z.object({
      account: Profile,
      emailVerified: z.boolean(),
      googleId: z.string().nullable().describe('the number Google gave this person for this site'),
      sessions: z.array(SessionRow).describe('logins that have not ended'),
    }),
    problems: ['invalid-token'],
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/users/delete',
    access: 'user',
    summary:
      'End the caller’s own account for good: name, mail, phone and bio are gone at once, other services follow within a minute (checklist IDN-23, IDN-40). Wants the current password or a login of the last ten minutes, else 403 (decision 0033). Feedback is kept without saying whose it was',
    body: z
      .object({ feedback: optionalText(FEEDBACK_MAX), currentPassword: orNothing(z.string().max(256)) })
      .default({}),
    response: z.object({ ok: z.literal(true) }),
    problems: ['validation-failed', 'invalid-token', 'not-allowed', 'last-admin', 'too-many-requests'],
  },
  ...identityAdminApi,
  getProfile: {
    method: 'GET',
    path: '/users/profile',
    access: 'user',
    summary: 'The caller’s own account',
    response: Profile,
    problems: ['invalid-token'],
  },
  updateProfile: {
    method: 'PATCH',
    path: '/users/profile',
    access: 'user',
    summary:
      'Change what is given and nothing else; `{country}` alone is fine (checklist IDN-17, IDN-21). A new password or a new email needs the current password: 403 "Current password is incorrect". A new password ends every session, this one too: log in again. A new email counts once the link mailed to it is opened (IDN-20)',
    body: z.object({
      name: Name.optional(),
      pronouns: z.string().trim().max(PRONOUNS_MAX).nullable().optional(),
      bio: z.string().trim().max(BIO_MAX).nullable().optional(),
      city: z.string().trim().max(120).nullable().optional(),
      interests: z.array(z.string().trim().min(1).max(60)).max(30).optional(),
      country: CountryCode.optional(),
      currentPassword: orNothing(z.string().max(256)),
      newPassword: orNothing(NewPassword),
      newEmail: orNothing(Email),
    }),
    response: Profile,
    problems: ['validation-failed', 'invalid-token', 'not-allowed', 'too-many-requests'],
  },
  jwks: {
    method: 'GET',
    path: '/.well-known/jwks.json',
    access: 'public',
    rate: 'cheap',
    summary: 'Public keys for tokens of this site (RFC 7517)',
    response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  },
  peopleCards: {
    method: 'GET',
    path: '/internal/people',
    access: 'service',
    summary:
      'The public face of accounts for the service that shows reviews; unknown and deleted ids are left out',
    query: z.object({ ids: z.string().min(1).describe('comma separated user ids, at most 100') }),
    response: z.object({
      people: z.array(z.object({ _id: UserId, name: z.string(), pronouns: z.string().nullable() })),
    }),
  },
  phoneCard: {
    method: 'GET',
    path: '/internal/people/:userId/phone',
    access: 'service',
    summary:
      'The phone number of an account, for the provider that takes its payment; null without one, when it was never proved beside a proved mailbox, and when the account is unknown or deleted',
    params: z.object({ userId: UserId }),
    response: z.object({ phone: z.string().nullable() }),
  },
});
