import { enforceRateLimit, Refusal } from '@satrangi/chassis';
import { invitationTexts } from '@satrangi/contracts';
import type { Account } from '../accounts/accounts.rules.ts';
import { newMailedToken } from '../accounts/mailed-token.rules.ts';
import { mailboxKey } from '../admins/end-invitations.ts';
import type { InvitationDeps } from './invitations.deps.ts';
import type { StoredInvitation } from './invitations.store.ts';

const DAY_MS = 86_400_000;
/** An ended invitation stays this long after its link expires, so that opening it shows its outcome. */
const KEPT_MS = 7 * DAY_MS;

/**
 * Stores an invitation and queues its mail. No account changes before its owner accepts.
 * @throws Refusal already-used, too-many-requests
 */
export const inviteAdmin = (deps: InvitationDeps) => {
  const { accounts, invitations, rateLimits, clock, ids, log, secret } = deps;
  return async (email: string, inviter: Account): Promise<StoredInvitation> => {
    const now = clock.now();
    const owner = await accounts.byIdentifier({ email });
    if (owner?.role === 'ADMIN') throw new Refusal('already-used', invitationTexts.addressIsAdmin);
    enforceRateLimit(
      invitationTexts.tooMany,
      await rateLimits.consume('invitations', inviter._id),
      await rateLimits.consume('invitationsToOne', email),
    );
    await invitations.endExpired(email, now);
    const _id = ids.newId();
    const token = newMailedToken(secret, 'invitation', { id: _id, now });
    const removeAt = new Date(token.expiresAt.getTime() + KEPT_MS);
    const invitation = {
      _id,
      email,
      mailbox: mailboxKey(secret, email),
      invitedBy: inviter._id,
      token,
      state: 'pending',
      createdAt: now,
      removeAt,
    } as const;
    if (!(await invitations.add(invitation))) throw new Refusal('already-used', invitationTexts.waiting);
    log.info({ key: inviter._id, kind: 'admin-invited' }, 'admin invited');
    return invitation;
  };
};
