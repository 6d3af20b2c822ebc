import { normaliseEmail } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import type { Account } from '../accounts/accounts.rules.ts';
import type { AccountsStore } from '../accounts/accounts.store.ts';
import { type MailedToken, mailedTokenOf } from '../accounts/mailed-token.rules.ts';
import type { SendMail } from '../providers/mail.ts';
import { MailWork } from './mail-work.ts';
import { isStale, mailFor } from './mails.rules.ts';

type Letter = ReturnType<typeof MailWork.parse>;

/** Where it goes and what it carries; null when it should not be sent any more. */
const addressed = (
  { mail, id, at }: Letter,
  account: Account,
  { secret, now }: { readonly secret: string; readonly now: Date },
): { to: string; token: string | null } | null => {
  const { email: kept, reset, newEmail, unproved } = account;
  const email = kept && (normaliseEmail(kept) ?? kept);
  const counts = (token: MailedToken | undefined): boolean => token?.id === id && token.expiresAt > now;
  if (mail === 'reset')
    return email && counts(reset) ? { to: email, token: mailedTokenOf(secret, 'reset', id) } : null;
  if (mail === 'new-email')
    return newEmail && counts(newEmail)
      ? { to: newEmail.email, token: mailedTokenOf(secret, 'new-email', id) }
      : null;
  if (mail === 'confirm-address' || mail === 'confirm-address-reminder')
    return email && unproved && unproved.link.expiresAt > now
      ? { to: email, token: mailedTokenOf(secret, 'proof', unproved.link.id) }
      : null;
  return email && !isStale(new Date(at), now) ? { to: email, token: null } : null;
};

/**
 * Writes to the owner of an account. A link that was overtaken by a newer one, used or is over is not sent any more,
 * a notice nobody took for a day neither, and nobody writes to an account that is gone.
 * @param send null when there is no mail server
 */
export const sendAccountMail =
  (
    {
      secret,
      config,
      log,
      clock,
      accounts,
    }: Pick<Needs, 'secret' | 'config' | 'log' | 'clock'> & {
      accounts: AccountsStore;
    },
    send: SendMail | null,
  ) =>
  async (data: unknown): Promise<void> => {
    const letter = MailWork.parse(data);
    const account = await accounts.one({ _id: letter.userId });
    const to = account && addressed(letter, account, { secret, now: clock.now() });
    if (!to) return;
    if (!send) {
      log.info({ userId: letter.userId, kind: letter.mail }, 'mail not sent: no mail server is set');
      return;
    }
    await send(mailFor({ ...letter, ...to }, config.PUBLIC_URL));
    if (letter.mail === 'confirm-address-reminder')
      await accounts.unproved.reminded(letter.userId, clock.now());
  };
