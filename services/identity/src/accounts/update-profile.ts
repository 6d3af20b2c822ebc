import { type Caller, Refusal, type Work } from '@satrangi/chassis';
import { attemptKey } from '../attempts/attempts.rules.ts';
import { refuseWhenTired } from '../attempts/refuse-when-tired.ts';
import { mailWork } from '../mail/mail-work.ts';
import { accountFacts } from './account-facts.ts';
import type { Needs } from './accounts.needs.ts';
import {
  type Account,
  accountSentences,
  changesOf,
  type ProfileChange,
  publicPart,
} from './accounts.rules.ts';
import { checkPassword } from './check-password.ts';
import { refuseCommon } from './common-passwords.ts';
import { newMailedToken } from './mailed-token.rules.ts';
import { presentAccount } from './present-account.ts';

const TRIES = 5;

/** How the account is entered from now on, and the mails about it. */
type Entry = { set: Partial<Account>; unset: (keyof Account)[]; work: Work[]; endSessions: boolean };

/**
 * Changes what is given, all of it or nothing. A new password or email wants the current password; a new password ends
 * every session, a new email only waits for its link (checklist IDN-17 to IDN-20). When the name or the pronouns become
 * others, those who show them are told (IDN-44); the comparison is part of the write, so two changes at once can not
 * both look like none.
 * @throws Refusal invalid-token, not-allowed, validation-failed, too-many-requests.
 */
export const updateProfile = (needs: Needs) => {
  const { accounts, attempts, passwords, clock, ids, secret } = needs;
  const facts = accountFacts(needs);
  const present = presentAccount(needs);
  const check = checkPassword(needs);

  /** Nobody has an account write to strangers again and again. */
  const spareInboxes = async ({ _id }: Account, newEmail: string): Promise<void> =>
    refuseWhenTired(
      await attempts.begin('mailsAskedFor', attemptKey(secret, 'mailsAskedFor', _id)),
      await attempts.begin('mailsToOne', attemptKey(secret, 'mailsToOne', newEmail)),
    );

  const entryOf = async (account: Account, change: ProfileChange): Promise<Entry> => {
    const { newPassword, newEmail, currentPassword } = change;
    const entry: Entry = { set: {}, unset: [], work: [], endSessions: false };
    const wishesEmail = newEmail !== undefined && newEmail !== account.email;
    if (newPassword === undefined && !wishesEmail) return entry;
    if (newPassword !== undefined) refuseCommon(newPassword, '/body/newPassword');
    await check(account, currentPassword);
    const now = clock.now();
    if (newPassword !== undefined) {
      entry.set.passwordHash = await passwords().hash(newPassword);
      entry.unset.push('reset', ...(wishesEmail ? [] : (['newEmail'] as const)));
      entry.endSessions = true;
      entry.work.push(mailWork('password-changed', account._id, { id: ids.newId(), now }));
    }
    if (wishesEmail) {
      await spareInboxes(account, newEmail);
      const id = ids.newId();
      entry.set.newEmail = {
        ...newMailedToken(secret, 'new-email', { id, now }),
        email: newEmail,
      };
      entry.work.push(mailWork('new-email', account._id, { id, now }));
      if (account.email) entry.work.push(mailWork('email-asked', account._id, { id: ids.newId(), now }));
    }
    return entry;
  };

  return async (caller: Caller, change: ProfileChange): Promise<Account> => {
    const changes = changesOf(change);
    let account = await present(caller);
    const { set, ...entry } = await entryOf(account, change);
    const write = { set: { ...changes, ...set }, ...entry };
    for (let tries = 0; tries < TRIES; tries += 1) {
      const same = { _id: account._id, tokenVersion: account.tokenVersion };
      if (!entry.endSessions) {
        const unnoticed = await accounts.change({ ...same, ...publicPart(changes) }, write);
        if (unnoticed) return unnoticed;
      }
      const event = entry.endSessions ? facts.sessionsEnded(account) : facts.updated(account);
      const changed = await accounts.change(same, { ...write, events: [event] });
      if (changed) return changed;
      account = await present(caller);
    }
    throw new Refusal('version-conflict', accountSentences.changedMeanwhile);
  };
};
