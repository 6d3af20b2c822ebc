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
    '`challenge` of a 429, and an answer so that SHA-256 of `<challenge>:<answer>` begins with `data.bits` zero bits; counts once, for ten minutes',
  );

/** How an account comes to be. */
export const identityRegistrationApi = defineApi({
  register: {
    method: 'POST',
    path: '/users/register',
    access: 'public',
    rate: 'login',
    status: 201,
    summary:
      'Make an account with an email or a phone number; sets the session cookie too (storefront §7). Where the site runs with REGISTER_PRIVACY=strict: an email only, and the answer is `{message}` for known and unknown addresses alike; the mail says how to go on. While many register, 429 carries `data.challenge`: send the same again with `proof`, or later',
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
      'Mail the link that confirms the address given at registration once more: three mails an hour at most. `sent` is false when there is nothing to confirm',
    response: z.object({ sent: z.boolean() }),
    problems: ['invalid-token', 'too-many-requests'],
  },
  confirmRegistration: {
    method: 'POST',
    path: '/users/confirm-registration',
    access: 'public',
    rate: 'login',
    summary:
      'Make the account that was asked for under REGISTER_PRIVACY=strict: the token of the mail, once, within 24 hours, and the password given then. A token that does not count: 400 "Invalid or expired token"',
    body: z.object({ token: MailToken, password: Password }),
    response: StartedSession,
    problems: ['validation-failed', 'login-failed', 'already-used', 'too-many-requests'],
  },
});
