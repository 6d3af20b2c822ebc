import { Refusal } from '@satrangi/chassis';
import { accountTexts, PASSWORD_MIN } from '@satrangi/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

const LISTED = 3_000;
const normalised = (password: string): string => password.normalize('NFKC').toLowerCase();

/** The most frequent passwords of known leaks that are long enough to be accepted. */
const common: ReadonlySet<string> = new Set(
  (dictionary['passwords-common'] as readonly string[])
    .filter((password) => password.length >= PASSWORD_MIN)
    .slice(0, LISTED),
);

/** @throws Refusal validation-failed for a common password (attack S22) */
export const rejectCommonPassword = (password: string, pointer = '/body/password'): void => {
  if (!common.has(normalised(password))) return;
  const detail = accountTexts.passwordTooCommon;
  throw new Refusal('validation-failed', detail, { errors: [{ pointer, detail }] });
};
