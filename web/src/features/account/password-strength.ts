import { PASSWORD_MIN } from '@satrangi/contracts/pure';

/** How hard a password is to guess, from 0 (too short) to 3. */
export type PasswordStrength = 0 | 1 | 2 | 3;

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u] as const;
const LONG = 14;
const FAIR = 10;

/** Length counts most; a repeated letter does not count as length. */
export const strengthOf = (password: string): PasswordStrength => {
  if (password.length < PASSWORD_MIN) return 0;
  const different = new Set(password).size;
  const variety = kinds.filter((kind) => kind.test(password)).length;
  if (different < 5) return 1;
  if (password.length >= LONG && different >= 8) return 3;
  if (password.length >= FAIR) return variety >= 3 ? 3 : 2;
  return variety >= 3 ? 2 : 1;
};

export const strengthTexts = ['Too short', 'Easy to guess', 'Good', 'Strong'] as const;
