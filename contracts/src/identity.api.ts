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
import { identityInvitationsApi } from './identity.invitations.ts';
import { identityRegistrationApi, StartedSession } from './identity.registration.ts';
import { identitySessionsApi, SessionRow } from './identity.sessions.ts';
import { CountryCode, Instant, Role, UserId } from './schemas.ts';

const Password = z.string(accountTexts.passwordRequired).min(1, accountTexts.passwordRequired).max(256);
const NewPassword = Password.min(PASSWORD_MIN, accountTexts.passwordTooShort);
/** Forms send empty fields as empty strings: treated as absent. */
const emptyAsAbsent = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());
/** An email address, or a phone number in the `phone` or `email` field: an account may have no address. */
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

/** The caller's view of their own account. Never a password hash; a token only on register and login. */
export const Profile = z.object({
  _id: UserId,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  pronouns: z.string().nullable(),
  bio: z.string().nullable(),
  city: z.string().nullable(),
  interests: z.array(z.string()),
  aiPersonal: z
    .boolean()
    .optional()
    .describe(
      'the model provider of the chat may receive the interests; false unless chosen (checklist CON-03)',
    ),
  country: z.string().nullable(),
  role: Role,
  createdAt: Instant,
  pendingEmail: z.string().nullable().optional().describe('a new address whose link is not confirmed yet'),
  hasPassword: z
    .boolean()
    .optional()
    .describe('false: signs in with Google only; a reset mail sets a password'),
  hasGoogle: z.boolean().optional().describe('can sign in with Google'),
  unconfirmedEmail: z
    .object({ deletedAfter: Instant.nullable().describe('null: never, for this reason') })
    .nullable()
    .optional()
    .describe(
      'the link mailed at registration is not confirmed; an account without holdings is deleted after `deletedAfter` (decision 0053)',
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
    summary: 'Exchange identifier and password for a token; also sets the session cookie (storefront §7)',
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
      'Request a mail with a password reset link. The response is the same for known and unknown addresses (checklist IDN-10), and for a phone number, which gets no mail (IDN-43)',
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
      'Set a new password with the token of the newest reset mail: once, within 60 minutes; all sessions of the account are revoked (checklist IDN-12, IDN-34). Invalid token: 400 "Invalid or expired token"',
    body: z.object({ token: MailToken, password: NewPassword }),
    response: z.object({ message: z.string() }),
    problems: ['validation-failed', 'too-many-requests'],
  },
  googleSettings: {
    method: 'GET',
    path: '/auth/google',
    access: 'public',
    summary:
      'The settings of Google’s button: `google.accounts.id.initialize({client_id, nonce, callback})`. Client id null: not configured. Sets a cookie that binds the nonce to this browser, for an hour and one use',
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
      'Exchange Google’s ID token for a token of this site; creates a USER the first time (checklist IDN-14). Links an existing account only by an email that Google has verified (IDN-36)',
    body: z.object({
      credential: z.string(accountTexts.googleFailed).min(1, accountTexts.googleFailed).max(8_192),
      next: z.string().max(2_000).optional().describe('the path to continue at'),
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
      'The link in a confirmation mail. Changes nothing, because mail programs prefetch links: redirects (303) to the page /confirm-email, which confirms by POST and continues to /profile (checklist IDN-33, decision 0032)',
    query: z.object({ token: z.string().max(200).default('') }),
    response: z.undefined(),
  },
  confirmEmail: {
    method: 'POST',
    path: '/users/confirm-email',
    access: 'public',
    rate: 'login',
    summary:
      'Confirm an address by the token of its mail; idempotent. The token of an address change applies the new address: once, within 24 hours. The token of a registration confirms its address within 14 days. Invalid token: 400 "Invalid or expired token"; an address used by another account: 409 (checklist IDN-33)',
    body: z.object({ token: MailToken }),
    response: z.object({ message: z.string() }),
    problems: ['validation-failed', 'already-used', 'too-many-requests'],
  },
  ...identitySessionsApi,
  exportMine: {
    method: 'GET',
    path: '/users/export',
    access: 'user',
    summary: 'Everything identity stores about the caller',
    response: z.object({
      account: Profile,
      emailVerified: z.boolean(),
      googleId: z.string().nullable().describe('the subject id from Google'),
      sessions: z.array(SessionRow).describe('active logins'),
    }),
    problems: ['invalid-token'],
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/users/delete',
    access: 'user',
    summary:
      'Delete the caller’s own account: name, mail, phone and bio are erased at once, other services follow within a minute (checklist IDN-23, IDN-40). Requires the current password or a login of the last ten minutes, else 403 (decision 0033). Feedback is stored anonymously',
    body: z
      .object({ feedback: optionalText(FEEDBACK_MAX), currentPassword: emptyAsAbsent(z.string().max(256)) })
      .default({}),
    response: z.object({ ok: z.literal(true) }),
    problems: ['validation-failed', 'invalid-token', 'not-allowed', 'last-admin', 'too-many-requests'],
  },
  ...identityAdminApi,
  ...identityInvitationsApi,
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
      'Change only the given fields; `{country}` alone is valid (checklist IDN-17, IDN-21). A new password or email requires the current password: 403 "Current password is incorrect". A new password revokes all sessions, including this one. A new email applies once its link is confirmed (IDN-20)',
    body: z.object({
      name: Name.optional(),
      pronouns: z.string().trim().max(PRONOUNS_MAX).nullable().optional(),
      bio: z.string().trim().max(BIO_MAX).nullable().optional(),
      city: z.string().trim().max(120).nullable().optional(),
      interests: z.array(z.string().trim().min(1).max(60)).max(30).optional(),
      aiPersonal: z.boolean().optional(),
      country: CountryCode.optional(),
      currentPassword: emptyAsAbsent(z.string().max(256)),
      newPassword: emptyAsAbsent(NewPassword),
      newEmail: emptyAsAbsent(Email),
    }),
    response: Profile,
    problems: ['validation-failed', 'invalid-token', 'not-allowed', 'too-many-requests'],
  },
  jwks: {
    method: 'GET',
    path: '/.well-known/jwks.json',
    access: 'public',
    rate: 'cheap',
    summary: 'Public keys that verify tokens of this site (RFC 7517)',
    response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  },
  listPublicProfiles: {
    method: 'GET',
    path: '/internal/people',
    access: 'service',
    summary: 'Public profiles for the service that shows reviews; unknown and deleted ids are omitted',
    query: z.object({ ids: z.string().min(1).describe('comma separated user ids, at most 100') }),
    response: z.object({
      people: z.array(z.object({ _id: UserId, name: z.string(), pronouns: z.string().nullable() })),
    }),
  },
  getAccountPhone: {
    method: 'GET',
    path: '/internal/people/:userId/phone',
    access: 'service',
    summary:
      'The phone number of an account for the payment provider; null when there is none, when it is older than the proof of the mailbox (decision 0032), and for an unknown or deleted account',
    params: z.object({ userId: UserId }),
    response: z.object({ phone: z.string().nullable() }),
  },
  getAccountEmail: {
    method: 'GET',
    path: '/internal/people/:userId/email',
    access: 'service',
    summary:
      'The confirmed address of an account, for a mail that its owner asks for; null without one and for an unknown or deleted account',
    params: z.object({ userId: UserId }),
    response: z.object({ email: z.string().nullable() }),
  },
});
