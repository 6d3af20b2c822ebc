import { Refusal } from '@satrangi/chassis';
import type { UserChanges, UserId } from '@satrangi/contracts';
import { accountEvents } from '../accounts/account-events.ts';
import type { Deps } from '../accounts/accounts.deps.ts';
import { type Account, accountMessages } from '../accounts/accounts.rules.ts';
import { endInvitations, mailboxKey } from '../admins/end-invitations.ts';
import { protectLastAdmin } from '../admins/protect-last-admin.ts';
import { unlinkUnprovedGoogle } from '../google/unlink-google.ts';
import { requireSeen } from './seen-account.ts';
import { toUserRow } from './users.rules.ts';

const TRIES = 5;

type Edit = UserChanges & {
  /** The state that the admin saw; undefined: any. */
  readonly ifMatch: string | undefined;
};

/**
 * Edits an account as an admin. A changed role ends its sessions. A changed email is unverified: links mailed to the
 * previous one and a Google link made for it end (checklist IDN-27). The account is not erased as unproved for an email
 * that an admin typed (decision 0053).
 * @throws Refusal not-found, already-used, last-admin, version-conflict with `data.current`
 */
export const updateUser = (deps: Deps) => {
  const { accounts, clock, ids, log, secret } = deps;
  const { sessionsEnded, updated } = accountEvents(deps);
  const protectAdmin = protectLastAdmin(deps);
  const unlink = unlinkUnprovedGoogle(deps);
  const requireSeenBy = requireSeen(secret, toUserRow(secret));

  return async (userId: UserId, edit: Edit, adminId: UserId): Promise<Account> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const account = await accounts.byId(userId);
      if (!account) throw new Refusal('not-found', accountMessages.notFound);
      const seen = requireSeenBy(account, edit.ifMatch);
      const owner = await accounts.byIdentifier({ email: edit.email });
      if (owner && owner._id !== userId) throw new Refusal('already-used', accountMessages.alreadyUsed);
      const role = edit.role ?? account.role;
      const hasNewRole = role !== account.role;
      const hasNewEmail = edit.email !== account.email;
      const google = hasNewEmail ? unlink({ ...account, email: edit.email }) : { unset: [], work: [] };
      const isDemotion = hasNewRole && role === 'USER';
      const filter = isDemotion ? await protectAdmin(account) : { _id: userId, role: account.role };
      if (!filter) continue;
      const ended = {
        at: clock.now(),
        ...(isDemotion ? { userId } : {}),
        ...(account.email === undefined ? {} : { mailbox: mailboxKey(secret, account.email) }),
      };
      const event = hasNewRole ? sessionsEnded({ ...account, role }) : updated({ ...account, role });
      const changed = await accounts.change(
        { ...seen, ...filter, tokenVersion: account.tokenVersion },
        {
          set: { name: edit.name, email: edit.email, role },
          unset: [
            ...(hasNewEmail
              ? (['emailVerifiedAt', 'unproved', 'oldSpellingOf', 'reset', 'newEmail'] as const)
              : []),
            ...google.unset,
            'leaving',
          ],
          work: [...google.work, ...(isDemotion || hasNewEmail ? [endInvitations(ended, ids.newId())] : [])],
          endSessions: hasNewRole,
          events: [event],
        },
      );
      if (!changed) {
        if (isDemotion) await accounts.change(filter, { unset: ['leaving'] });
        continue;
      }
      log.info({ userId, key: adminId, kind: 'account-edited', role }, 'account edited by admin');
      return changed;
    }
    throw new Refusal('version-conflict', accountMessages.concurrentChange);
  };
};
