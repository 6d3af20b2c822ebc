import { type Caller, Refusal, type Work } from '@satrangi/chassis';
import { accountEvents } from '../accounts/account-events.ts';
import {
  type Account,
  accountMessages,
  type ProfileChange,
  profileFieldsOf,
  publicFieldsOf,
} from '../accounts/accounts.rules.ts';
import { checkPassword } from '../accounts/check-password.ts';
import { rejectCommonPassword } from '../accounts/common-passwords.ts';
import { newMailedToken } from '../accounts/mailed-token.rules.ts';
import { enforceRateLimit } from '../login-throttle/enforce-rate-limit.ts';
import { mailWork } from '../mail/mail-work.ts';
import { requireAccount } from '../sessions/require-account.ts';
import type { SessionDeps } from '../sessions/sessions.deps.ts';

const TRIES = 5;

/** The part of the write that changes password or email, with its mails. */
type CredentialsChange = {
  set: Partial<Account>;
  unset: (keyof Account)[];
  work: Work[];
  endSessions: boolean;
};

/**
 * Changes the given fields in one write. A new password or email requires the current password. A new password ends all
 * sessions; a new email takes effect when its link is confirmed (checklist IDN-17 to IDN-20). Publishes an event when
 * name or pronouns change (IDN-44). The comparison is part of the write, so that of two concurrent changes at least one
 * publishes.
 * @throws Refusal invalid-token, not-allowed, validation-failed, too-many-requests
 */
export const updateProfile = (deps: SessionDeps) => {
  const { accounts, rateLimits, passwords, clock, ids, secret } = deps;
  const { sessionsEnded, updated } = accountEvents(deps);
  const readAccount = requireAccount(deps);
  const check = checkPassword(deps);

  /** Limits mails to addresses that the account's owner may not control. */
  const limitMails = async ({ _id }: Account, newEmail: string): Promise<void> =>
    enforceRateLimit(
      await rateLimits.consume('mailsAskedFor', _id),
      await rateLimits.consume('mailsToOne', newEmail),
    );

  const credentialsChangeOf = async (account: Account, change: ProfileChange): Promise<CredentialsChange> => {
    const { newPassword, newEmail, currentPassword } = change;
    const result: CredentialsChange = { set: {}, unset: [], work: [], endSessions: false };
    const changesEmail = newEmail !== undefined && newEmail !== account.email;
    if (newPassword === undefined && !changesEmail) return result;
    if (newPassword !== undefined) rejectCommonPassword(newPassword, '/body/newPassword');
    await check(account, currentPassword);
    const now = clock.now();
    if (newPassword !== undefined) {
      result.set.passwordHash = await passwords().hash(newPassword);
      result.unset.push('reset', ...(changesEmail ? [] : (['newEmail'] as const)));
      result.endSessions = true;
      result.work.push(mailWork('password-changed', account._id, { id: ids.newId(), now }));
    }
    if (changesEmail) {
      await limitMails(account, newEmail);
      const id = ids.newId();
      result.set.newEmail = {
        ...newMailedToken(secret, 'new-email', { id, now }),
        email: newEmail,
      };
      result.work.push(mailWork('new-email', account._id, { id, now }));
      if (account.email) result.work.push(mailWork('email-asked', account._id, { id: ids.newId(), now }));
    }
    return result;
  };

  return async (caller: Caller, change: ProfileChange): Promise<Account> => {
    const fields = profileFieldsOf(change);
    let account = await readAccount(caller);
    const { set, ...credentials } = await credentialsChangeOf(account, change);
    const write = { set: { ...fields, ...set }, ...credentials };
    for (let tries = 0; tries < TRIES; tries += 1) {
      const unchanged = { _id: account._id, tokenVersion: account.tokenVersion };
      if (!credentials.endSessions) {
        // Matches when name and pronouns stay the same; then no event is needed.
        const silent = await accounts.change({ ...unchanged, ...publicFieldsOf(fields) }, write);
        if (silent) return silent;
      }
      const event = credentials.endSessions ? sessionsEnded(account) : updated(account);
      const changed = await accounts.change(unchanged, { ...write, events: [event] });
      if (changed) return changed;
      account = await readAccount(caller);
    }
    throw new Refusal('version-conflict', accountMessages.concurrentChange);
  };
};
