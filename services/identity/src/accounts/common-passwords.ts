import { Refusal } from '@satrangi/chassis';
import { accountTexts, PASSWORD_MIN } from '@satrangi/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

const LISTED = 3_000;
const simplest = (password: string): string => password.normalize('NFKC').toLowerCase();

/** The most used passwords of known leaks that are long enough to be allowed otherwise, the most used first. */
const common: ReadonlySet<string> = new Set(
  (dictionary['passwords-common'] as readonly string[])
    .filter((password) => password.length >= PASSWORD_MIN)
    .slice(0, LISTED),
);

export const isCommonPassword = (password: string): boolean => common.has(simplest(password));

/** @throws Refusal validation-failed for a password everybody would guess (attack S22). */
export const refuseCommon = (password: string, pointer = '/body/password'): void => {
  if (!isCommonPassword(password)) return;
  const detail = accountTexts.passwordTooCommon;
  throw new Refusal('validation-failed', detail, { errors: [{ pointer, detail }] });
};
