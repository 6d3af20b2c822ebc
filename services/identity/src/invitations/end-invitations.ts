import { Instant, UserId } from '@satrangi/contracts';
import { z } from 'zod';
import type { InvitationDeps } from './invitations.deps.ts';

const Ended = z.object({ userId: UserId.optional(), at: Instant, mailbox: z.string().optional() });

/** Worker: ends the invitations of an account that lost its role or was deleted, and removes those to a mailbox. */
export const endInvitationsOf =
  ({ invitations }: Pick<InvitationDeps, 'invitations'>) =>
  async (data: unknown): Promise<void> => {
    const { userId, at, mailbox } = Ended.parse(data);
    if (userId) await invitations.voidAllOf(userId, new Date(at));
    if (mailbox) await invitations.removeAllTo(mailbox, new Date(at));
  };
