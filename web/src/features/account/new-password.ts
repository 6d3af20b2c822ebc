import { accountTexts, PASSWORD_MIN } from '@satrangi/contracts/pure';

/** The error message for a new password, or undefined when it is valid. */
export const newPasswordError = (password: string): string | undefined => {
  if (password === '') return accountTexts.passwordRequired;
  return password.length < PASSWORD_MIN ? accountTexts.passwordTooShort : undefined;
};

export const PASSWORDS_DIFFER = 'Passwords do not match.';
