import { createHmac } from 'node:crypto';
import type { Work } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';

export const END_INVITATIONS = 'end-invitations';

/** Stands for the address of an invitation where the address itself must not be. */
export const mailboxKey = (secret: string, email: string): string =>
  createHmac('sha256', secret).update(`invited mailbox\n${email}`).digest('base64url');

/**
 * The work row of the write that takes the role of an account away, gives it another mailbox, or deletes it.
 * @param ended `userId`: what this account sent before ends; `mailbox`: invitations that were sent to it before are removed, so
 * that none gives the role back, also to whoever reads a mailbox that the account has left
 */
export const endInvitations = (ended: { userId?: UserId; at: Date; mailbox?: string }, id: string): Work => ({
  kind: END_INVITATIONS,
  key: id,
  data: { ...ended, at: ended.at.toISOString() },
});
