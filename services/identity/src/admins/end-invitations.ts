import { createHmac } from 'node:crypto';
import type { Work } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';

export const END_INVITATIONS = 'end-invitations';

/** Stands for the address of an invitation where the address itself must not be. */
export const mailboxKey = (secret: string, email: string): string =>
  createHmac('sha256', secret).update(`invited mailbox\n${email}`).digest('base64url');

/**
 * The work row of the write that takes the role of an account away, or deletes it: ends what the account sent before.
 * @param mailbox of the account: invitations that were sent to it before are removed, so that none gives the role back
 */
export const endInvitations = (data: { userId: UserId; at: Date; mailbox?: string }, id: string): Work => ({
  kind: END_INVITATIONS,
  key: id,
  data: { ...data, at: data.at.toISOString() },
});
