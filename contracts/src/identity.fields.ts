import { z } from 'zod';
import { accountTexts, isEmail, NAME_MAX } from './accounts.ts';

export const Name = z
  .string(accountTexts.nameRequired)
  .trim()
  .min(1, accountTexts.nameRequired)
  .max(NAME_MAX);
export const Email = z
  .string(accountTexts.emailInvalid)
  .trim()
  .toLowerCase()
  .refine(isEmail, { error: accountTexts.emailInvalid, abort: true });
