import { accountTexts, PASSWORD_MIN } from '@satrangi/contracts/pure';

/** The sentence for a password that can not be taken, or undefined. */
export const newPasswordWrong = (password: string): string | undefined => {
  if (password === '') return accountTexts.passwordRequired;
  return password.length < PASSWORD_MIN ? accountTexts.passwordTooShort : undefined;
};

export const PASSWORDS_DIFFER = 'Passwords do not match.';
