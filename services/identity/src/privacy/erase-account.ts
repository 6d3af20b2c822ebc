import { failpoint, type Work } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { accountEvents } from '../accounts/account-events.ts';
import type { AccountFilter } from '../accounts/accounts.store.ts';
import { endInvitations, mailboxKey } from '../admins/end-invitations.ts';
import { protectLastAdmin } from '../admins/protect-last-admin.ts';
import { ERASE_SESSIONS } from '../sessions/sessions.store.ts';
import { SAVE_DELETION_FEEDBACK } from './deletion-feedback.store.ts';
import { eraseRegistrations } from './erase-registrations.ts';
import { newErasure } from './erasure-saga.rules.ts';
import type { PrivacyDeps } from './privacy.deps.ts';

/**
 * Erases an account. One write replaces all personal fields with the erasure record and publishes the deletion; the
 * sweep republishes it until all services have confirmed. Feedback is stored separately, under an id of its own.
 * @param provided a filter that the account must match at the write; otherwise nothing changes
 * @returns false when there is no such account
 * @throws Refusal last-admin
 */
export const eraseAccount = (deps: PrivacyDeps) => {
  const { accounts, erasures, clock, ids, log, secret } = deps;
  const { deleted } = accountEvents(deps);
  const protectAdmin = protectLastAdmin(deps);

  return async (
    userId: UserId,
    { feedback, provided = {} }: { feedback?: string | undefined; provided?: AccountFilter } = {},
  ): Promise<boolean> => {
    const read = () => accounts.findOne({ ...provided, _id: userId });
    const id = ids.newId();
    const work: Work[] = [
      { kind: ERASE_SESSIONS, key: userId, data: { userId } },
      ...(feedback ? [{ kind: SAVE_DELETION_FEEDBACK, key: id, data: { id, feedback } }] : []),
    ];
    for (let account = await read(); account; account = await read()) {
      const filter = await protectAdmin(account);
      if (!filter) continue;
      const at = clock.now();
      const mailbox = account.email === undefined ? undefined : mailboxKey(secret, account.email);
      const messages = {
        events: [deleted(userId)],
        work: [
          ...work,
          endInvitations({ userId, at, ...(mailbox && { mailbox }) }, id),
          ...(mailbox ? [eraseRegistrations(mailbox, { id, at })] : []),
        ],
      };
      const record = await erasures.begin({ ...provided, ...filter }, newErasure(clock.now()), messages);
      if (!record) {
        // the account is not as it was: another removal need not wait for the mark of this one
        if (account.role === 'ADMIN') await accounts.change(filter, { unset: ['leaving'] });
        continue;
      }
      failpoint('identity.erased-before-answer');
      log.info({ userId, kind: 'account-erased' }, 'account erased');
      return true;
    }
    return false;
  };
};
