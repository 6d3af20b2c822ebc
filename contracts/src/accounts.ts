/** Sentences and rules of account forms (storefront §5), shared word by word by page and service. */
export const accountTexts = {
  identifierMissing: 'Please provide your Phone Number or Email ID',
  identifierInvalid: 'Please enter a valid Email ID or Phone Number',
  nameRequired: 'Name required',
  passwordRequired: 'Password required',
  passwordTooShort: 'Password must be at least 6 characters.',
  loginFailed: 'Login failed',
  tooManyAttempts: 'Too many attempts. Try again later.',
  emailInvalid: 'Please enter a valid email address.',
  passwordTooCommon: 'That password is too common. Please choose another one.',
  currentPasswordWrong: 'Current password is incorrect',
  resetTokenInvalid: 'Invalid or expired token',
  googleFailed: 'Google login failed',
  lastAdmin: 'At least one admin is required',
} as const;

export const PASSWORD_MIN = 6;
export const PRONOUNS_MAX = 128;
export const BIO_MAX = 1_000;
export const NAME_MAX = 120;
export const FEEDBACK_MAX = 2_000;

export type Role = 'USER' | 'ADMIN';

export type Identifier =
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'phone'; readonly phone: string };

const emailPattern = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@]{1,190}\.[^\s@.]{2,63}$/u;

export const isEmail = (text: string): boolean => text.length <= 254 && emailPattern.test(text);

/** Digits with an optional plus, or null: dashes, spaces and parentheses do not count (checklist IDN-05). */
export const normalisePhone = (text: string): string | null => {
  const bare = text.replaceAll(/[-\s()]/g, '');
  return /^\+?\d{10,15}$/.test(bare) ? bare : null;
};

/** What a person typed into the one identifier field. @returns the identifier, or the sentence to show. */
export const readIdentifier = (
  text: string,
): Identifier | { readonly kind: 'invalid'; readonly text: string } => {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'invalid', text: accountTexts.identifierMissing };
  if (isEmail(trimmed)) return { kind: 'email', email: trimmed.toLowerCase() };
  const phone = normalisePhone(trimmed);
  return phone ? { kind: 'phone', phone } : { kind: 'invalid', text: accountTexts.identifierInvalid };
};

/** Only a path of this site may follow a login: one leading slash, no host, no backslash (checklist IDN-42). */
export const safeNext = (next: string | null | undefined, fallback = '/profile'): string =>
  next && /^\/(?![/\\])[^\\\s]*$/.test(next) ? next : fallback;
