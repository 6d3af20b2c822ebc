import type { Work } from '@satrangi/chassis';
import { UserId } from '@satrangi/contracts';
import { z } from 'zod';
import { type MailKind, mailKinds } from './mails.rules.ts';

export const MAIL = 'account-mail';

/** A mail to be written. No address and no token: both are found when it is sent, if it still should be. */
export const MailWork = z.object({
  mail: z.enum(mailKinds),
  userId: UserId,
  id: z.string(),
  /** When it was asked for. UTC, ISO 8601. */
  at: z.iso.datetime(),
});

/** @param id of the token the mail carries, or of this one notice */
export const mailWork = (
  mail: MailKind,
  userId: UserId,
  { id, now }: { readonly id: string; readonly now: Date },
): Work => ({
  kind: MAIL,
  key: `${mail}:${id}`,
  data: { mail, userId, id, at: now.toISOString() } satisfies z.input<typeof MailWork>,
});
