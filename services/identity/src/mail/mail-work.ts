import type { Work } from '@satrangi/chassis';
import { UserId } from '@satrangi/contracts';
import { z } from 'zod';
import { type MailKind, mailKinds } from './account-mails.rules.ts';

export const ACCOUNT_MAIL = 'account-mail';

/** A queued mail. It holds no address and no token; the worker reads both and drops mails that are obsolete. */
export const MailWork = z.object({
  mail: z.enum(mailKinds),
  userId: UserId,
  id: z.string(),
  /** When it was requested. UTC, ISO 8601. */
  at: z.iso.datetime(),
});

/** @param id of the mailed token, or of this notice */
export const mailWork = (
  mail: MailKind,
  userId: UserId,
  { id, now }: { readonly id: string; readonly now: Date },
): Work => ({
  kind: ACCOUNT_MAIL,
  key: `${mail}:${id}`,
  data: { mail, userId, id, at: now.toISOString() } satisfies z.input<typeof MailWork>,
});
