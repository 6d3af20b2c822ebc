import { z } from 'zod';
import { accountTexts, BIO_MAX, PASSWORD_MIN, PRONOUNS_MAX } from './accounts.ts';
import { defineApi } from './endpoint.ts';
import { Name, withIdentifier } from './identity.fields.ts';
import { Role, UserId } from './schemas.ts';

const Password = z.string(accountTexts.passwordRequired).min(1, accountTexts.passwordRequired).max(256);
const MailToken = z.string(accountTexts.resetTokenInvalid).min(1, accountTexts.resetTokenInvalid).max(200);
const optionalText = (max: number) => z.string().trim().max(max).optional();

export const StartedSession = z.object({
  token: z.string(),
  user: z.object({ _id: UserId, name: z.string(), role: Role }),
});
export type StartedSession = z.infer<typeof StartedSession>;

const ProofOfWork = z
  .object({ challenge: z.string().max(200), answer: z.string().max(40) })
  .describe(
    '`challenge` of a 429, and an answer so that SHA-256 of `<challenge>:<answer>` begins with `data.bits` zero bits; valid once, for ten minutes',
  );

/** Registration. */
export const identityRegistrationApi = defineApi({
  register: {
    method: 'POST',
    path: '/users/register',
    access: 'public',
    rate: 'login',
    status: 201,
    summary:
      'Create an account with an email or a phone number; also sets the session cookie (storefront §7). With REGISTER_PRIVACY=strict: an email only, and the response is `{message}` for known and unknown addresses; the mail contains the next step. Under load, 429 carries `data.challenge`: send the request again with `proof`, or later',
    body: withIdentifier({
      name: Name,
      password: Password.min(PASSWORD_MIN, accountTexts.passwordTooShort),
      pronouns: optionalText(PRONOUNS_MAX),
      bio: optionalText(BIO_MAX),
      proof: ProofOfWork.optional(),
    }),
    response: z.union([StartedSession, z.object({ message: z.string() })]),
    problems: ['validation-failed', 'already-used', 'too-many-requests'],
  },
  resendConfirmation: {
    method: 'POST',
    path: '/users/resend-confirmation',
    access: 'user',
    summary:
      'Mail the confirmation link of the registration again: at most three mails an hour. `sent` is false when there is nothing to confirm',
    response: z.object({ sent: z.boolean() }),
    problems: ['invalid-token', 'too-many-requests'],
  },
  confirmRegistration: {
    method: 'POST',
    path: '/users/confirm-registration',
    access: 'public',
    rate: 'login',
    summary:
      'Create the account of a registration with REGISTER_PRIVACY=strict: requires the token of the mail, once, within 24 hours, and the password of the registration. Invalid token: 400 "Invalid or expired token"',
    body: z.object({ token: MailToken, password: Password }),
    response: StartedSession,
    problems: ['validation-failed', 'login-failed', 'already-used', 'too-many-requests'],
  },
});
