import { Refusal } from '@satrangi/chassis';
import type { InputOf, identityApi, UserId } from '@satrangi/contracts';
import { accountFacts } from '../accounts/account-facts.ts';
import type { Needs } from '../accounts/accounts.needs.ts';
import { type Account, accountSentences } from '../accounts/accounts.rules.ts';
import { unlinkUnprovedGoogle } from '../google/unlink-google.ts';
import { leaveAdmins } from './leave-admins.ts';

const TRIES = 5;

type Edit = InputOf<(typeof identityApi)['updateUser']>['body'];

/**
 * Edits an account for its owner. Another role ends its sessions; another address is not verified, so links mailed to the
 * one before end, and so does a Google link made for it (checklist IDN-27). An address an admin typed is no reason to
 * erase the account (decision 0053).
 * @throws Refusal not-found, already-used, last-admin.
 */
export const updateUser = (needs: Needs) => {
  const { accounts, log } = needs;
  const facts = accountFacts(needs);
  const leave = leaveAdmins(needs);
  const unlink = unlinkUnprovedGoogle(needs);

  return async (userId: UserId, edit: Edit, adminId: UserId): Promise<Account> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const account = await accounts.byId(userId);
      if (!account) throw new Refusal('not-found', accountSentences.notFound);
      const namesake = await accounts.byLogin({ email: edit.email });
      if (namesake && namesake._id !== userId)
        throw new Refusal('already-used', accountSentences.alreadyUsed);
      const role = edit.role ?? account.role;
      const hasNewRole = role !== account.role;
      const hasNewEmail = edit.email !== account.email;
      const google = hasNewEmail ? unlink({ ...account, email: edit.email }) : { unset: [], work: [] };
      const filter =
        hasNewRole && role === 'USER' ? await leave(account) : { _id: userId, role: account.role };
      if (!filter) continue;
      const changed = await accounts.change(
        { ...filter, tokenVersion: account.tokenVersion },
        {
          set: { name: edit.name, email: edit.email, role },
          unset: [
            ...(hasNewEmail
              ? (['emailVerifiedAt', 'unproved', 'oldSpellingOf', 'reset', 'newEmail'] as const)
              : []),
            ...google.unset,
            'leaving',
          ],
          work: google.work,
          endSessions: hasNewRole,
          events: [
            hasNewRole ? facts.sessionsEnded({ ...account, role }) : facts.updated({ ...account, role }),
          ],
        },
      );
      if (!changed) continue;
      log.info({ userId, key: adminId, kind: 'account-edited', role }, 'admin edited an account');
      return changed;
    }
    throw new Refusal('version-conflict', accountSentences.changedMeanwhile);
  };
};
