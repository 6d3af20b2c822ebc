import { pagePaths } from './page-paths.ts';

/** Sentences and rules of account forms (storefront §5), shared by page and service. */
export const accountTexts = {
  identifierMissing: 'Please provide your Phone Number or Email ID',
  identifierInvalid: 'Please enter a valid Email ID or Phone Number',
  nameRequired: 'Name required',
  passwordRequired: 'Password required',
  passwordTooShort: 'Password must be at least 6 characters.',
  loginFailed: 'Login failed',
  tooManyAttempts: 'Too many attempts. Try again later.',
  registrationRequested:
    'Check your email. If we can write to that address, a mail with a link is on its way.',
  emailNeeded: 'Please use an email address to register.',
  registrationsBusy: 'Many people are joining right now. Please try again in a few minutes.',
  emailInvalid: 'Please enter a valid email address.',
  passwordTooCommon:
    'That password is one of the most used of all, so it is easily guessed. Please choose another one.',
  currentPasswordWrong: 'Current password is incorrect',
  resetTokenInvalid: 'Invalid or expired token',
  deleteWantsPassword: 'Enter your current password to delete your profile.',
  deleteWantsLogin: 'Log in again to delete your profile. You have ten minutes after that.',
  nameUnwritable: "A name can't contain line breaks or control characters.",
  emailConfirmed: 'Your email is confirmed.',
  newEmailTaken: 'That email belongs to another account by now.',
  googleFailed: 'Google login failed',
  lastAdmin: 'At least one admin is required',
} as const;

export const PASSWORD_MIN = 6;
export const PRONOUNS_MAX = 128;
export const BIO_MAX = 1_000;
export const NAME_MAX = 120;
/** True when a text has a line break or a control character. Such a text must not be shown or mailed on one line. */
export const hasControls = (text: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

export const FEEDBACK_MAX = 2_000;

export type Identifier =
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'phone'; readonly phone: string };

const emailPattern = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@]{1,190}\.[^\s@.]{2,63}$/u;

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);
const asciiDomain = (domain: string): string | null => {
  if (isAscii(domain)) return domain;
  // Letters, marks, digits, hyphens and dots only: URL reads other characters as the end of the host.
  if (!/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(domain)) return null;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
};

/**
 * Normalises an email address, the key of an account: NFKC, lower case, without invisible characters
 * (soft hyphen, zero width), the domain in ASCII by IDNA. ASCII addresses are only trimmed and lowercased.
 * @returns null when the text is not an address
 */
export const normaliseEmail = (text: string): string | null => {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .toLowerCase()
    .normalize('NFKC');
  const at = plain.lastIndexOf('@');
  const domain = asciiDomain(plain.slice(at + 1));
  const email = `${plain.slice(0, at)}@${domain}`;
  const isAddress =
    at > 0 &&
    domain !== null &&
    email.length <= 254 &&
    emailPattern.test(email) &&
    !/[\p{Cc}\p{Cs}\p{Co}]/u.test(email);
  return isAddress ? email : null;
};

export const isEmail = (text: string): boolean => normaliseEmail(text) !== null;

/** Digits with an optional plus, or null: dashes, spaces and parentheses are removed (checklist IDN-05). */
export const normalisePhone = (text: string): string | null => {
  const bare = text.replaceAll(/[-\s()]/g, '');
  return /^\+?\d{10,15}$/.test(bare) ? bare : null;
};

/** Parses the identifier field of a form. @returns the identifier, or the sentence to show */
export const readIdentifier = (
  text: string,
): Identifier | { readonly kind: 'invalid'; readonly text: string } => {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'invalid', text: accountTexts.identifierMissing };
  const email = normaliseEmail(trimmed);
  if (email) return { kind: 'email', email };
  const phone = normalisePhone(trimmed);
  return phone ? { kind: 'phone', phone } : { kind: 'invalid', text: accountTexts.identifierInvalid };
};

/** The path to redirect to after login: one leading slash, no host, no backslash, else `fallback` (checklist IDN-42). */
export const safeNext = (next: string | null | undefined, fallback: string = pagePaths.profile): string =>
  next && /^\/(?![/\\])[^\\\s]*$/.test(next) ? next : fallback;

/** `a•••@g•••` of `asha@gmail.com`. */
export const maskedEmail = (email: string): string => {
  const [name = '', domain = ''] = email.split('@');
  return `${[...name][0] ?? ''}•••@${[...domain][0] ?? ''}•••`;
};
