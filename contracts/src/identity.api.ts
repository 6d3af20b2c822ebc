import { z } from 'zod';
import {
  accountTexts,
  BIO_MAX,
  isEmail,
  NAME_MAX,
  normalisePhone,
  PASSWORD_MIN,
  PRONOUNS_MAX,
} from './accounts.ts';
import { defineApi } from './endpoint.ts';
import { CountryCode, Instant, Role, UserId } from './schemas.ts';

const Name = z.string(accountTexts.nameRequired).trim().min(1, accountTexts.nameRequired).max(NAME_MAX);
const Password = z.string(accountTexts.passwordRequired).min(1, accountTexts.passwordRequired).max(256);
const NewPassword = Password.min(PASSWORD_MIN, accountTexts.passwordTooShort);

/** Exactly what the forms say: one of the two, and it must read as what it claims to be (storefront §5). */
const withIdentifier = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object({
      ...shape,
      email: z.string().trim().toLowerCase().optional(),
      phone: z.string().trim().optional(),
    })
    .superRefine((body, context) => {
      const { email, phone } = body as { email?: string; phone?: string };
      const refuse = (message: string, field: string) =>
        context.addIssue({ code: 'custom', message, path: [field] });
      if (!email && !phone) refuse(accountTexts.identifierMissing, 'email');
      else if (email && !isEmail(email)) refuse(accountTexts.identifierInvalid, 'email');
      else if (phone && !normalisePhone(phone)) refuse(accountTexts.identifierInvalid, 'phone');
    });

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
});
export type Profile = z.infer<typeof Profile>;

const Session = z.object({
  token: z.string(),
  user: z.object({ _id: UserId, name: z.string(), role: Role }),
});

const optionalText = (max: number) => z.string().trim().max(max).optional();

export const identityApi = defineApi({
  register: {
    method: 'POST',
    path: '/users/register',
    access: 'public',
    rate: 'login',
    status: 201,
    summary: 'Make an account with an email or a phone number; sets the session cookie too (storefront §7)',
    body: withIdentifier({
      name: Name,
      password: NewPassword,
      pronouns: optionalText(PRONOUNS_MAX),
      bio: optionalText(BIO_MAX),
    }),
    response: Session,
    problems: ['validation-failed', 'already-used', 'too-many-requests'],
  },
  login: {
    method: 'POST',
    path: '/users/login',
    access: 'public',
    rate: 'login',
    summary: 'Trade identifier and password for a token; sets the session cookie too (storefront §7)',
    body: withIdentifier({ password: Password }),
    response: Session,
    problems: ['validation-failed', 'login-failed', 'too-many-requests'],
  },
  logout: {
    method: 'POST',
    path: '/users/logout',
    access: 'public',
    status: 204,
    summary: 'Forget the session cookie of this browser; the bearer token is the page’s to forget',
    response: z.undefined(),
  },
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
    summary: 'Change what is given and nothing else; `{country}` alone is fine (checklist IDN-17, IDN-21)',
    body: z.object({
      name: Name.optional(),
      pronouns: z.string().trim().max(PRONOUNS_MAX).nullable().optional(),
      bio: z.string().trim().max(BIO_MAX).nullable().optional(),
      city: z.string().trim().max(120).nullable().optional(),
      interests: z.array(z.string().trim().min(1).max(60)).max(30).optional(),
      country: CountryCode.optional(),
    }),
    response: Profile,
    problems: ['validation-failed'],
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
});
