import type { SendMail } from '@satrangi/chassis';
import { normaliseEmail, type UserId } from '@satrangi/contracts';
import type { Deps } from '../accounts/accounts.deps.ts';
import type { Account } from '../accounts/accounts.rules.ts';
import { type MailedToken, mailedTokenOf } from '../accounts/mailed-token.rules.ts';
import { isStale, mailFor } from './account-mails.rules.ts';
import { MailWork } from './mail-work.ts';

type QueuedMail = ReturnType<typeof MailWork.parse>;

/** Recipient and token of a queued mail; null when it must not be sent any more. */
const recipientOf = (
  { mail, id, at }: QueuedMail,
  account: Account,
  { secret, now }: { readonly secret: string; readonly now: Date },
): { to: string; token: string | null } | null => {
  const { email: stored, reset, newEmail, unproved } = account;
  const email = stored && (normaliseEmail(stored) ?? stored);
  const isValid = (token: MailedToken | undefined): boolean => token?.id === id && token.expiresAt > now;
  if (mail === 'reset')
    return email && isValid(reset) ? { to: email, token: mailedTokenOf(secret, 'reset', id) } : null;
  if (mail === 'new-email')
    return newEmail && isValid(newEmail)
      ? { to: newEmail.email, token: mailedTokenOf(secret, 'new-email', id) }
      : null;
  if (mail === 'confirm-address' || mail === 'confirm-address-reminder')
    return email && unproved && unproved.link.expiresAt > now
      ? { to: email, token: mailedTokenOf(secret, 'proof', unproved.link.id) }
      : null;
  return email && !isStale(new Date(at), now) ? { to: email, token: null } : null;
};

/**
 * Worker: sends a queued mail to an account's owner. Drops links that are used, expired or replaced, notices older than
 * a day, and mails to deleted accounts.
 * @param mailer `send` is null when there is no mail server; `reminderSent` runs after a reminder was accepted
 */
export const sendAccountMail =
  (
    { secret, config, log, clock, accounts }: Pick<Deps, 'secret' | 'config' | 'log' | 'clock' | 'accounts'>,
    mailer: {
      readonly send: SendMail | null;
      readonly reminderSent: (userId: UserId, at: Date) => Promise<void>;
    },
  ) =>
  async (data: unknown): Promise<void> => {
    const queued = MailWork.parse(data);
    const { userId, mail } = queued;
    const account = await accounts.byId(userId);
    const recipient = account && recipientOf(queued, account, { secret, now: clock.now() });
    if (!recipient) return;
    if (!mailer.send) {
      log.info({ userId, kind: mail }, 'mail skipped: no mail server configured');
      return;
    }
    await mailer.send(mailFor({ ...queued, ...recipient }, config.PUBLIC_URL));
    if (mail === 'confirm-address-reminder') await mailer.reminderSent(userId, clock.now());
  };
