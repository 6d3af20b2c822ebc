import { z } from 'zod';
import { accountTexts, hasControls, isEmail, NAME_MAX, normaliseEmail, normalisePhone } from './accounts.ts';

export const Name = z
  .string(accountTexts.nameRequired)
  .refine((name) => name.trim() === '' || !hasControls(name), {
    error: accountTexts.nameUnwritable,
    abort: true,
  })
  .trim()
  .min(1, accountTexts.nameRequired)
  .max(NAME_MAX);
/** A normalised email address (decision 0032). */
export const Email = z
  .string(accountTexts.emailInvalid)
  .refine(isEmail, { error: accountTexts.emailInvalid, abort: true })
  .transform((text) => normaliseEmail(text) ?? text);

/** Adds `email` and `phone`: one of the two is required and must be valid (storefront §5). */
export const withIdentifier = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object({
      ...shape,
      email: z
        .string()
        .transform((text) => normaliseEmail(text) ?? text.trim())
        .optional(),
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
