import { adminActed, type EventOf, type identityApi, type UserId } from '@satrangi/contracts';
import type { InvitationDeps } from './invitations.deps.ts';

const CALL = 'acceptInvitation' satisfies keyof typeof identityApi;

/**
 * The line of the audit log about an accepted invitation. Published in the write that gives the role, because the
 * caller becomes an admin only by it: the audit of the chassis records calls of admins.
 * @returns the event; its target is the account that became an admin and the account that had sent the invitation
 */
export const acceptanceAct =
  ({ newEvent, ids, clock }: Pick<InvitationDeps, 'newEvent' | 'ids' | 'clock'>) =>
  (admin: UserId, invitedBy: UserId, requestId: string): EventOf<typeof adminActed.identity> => {
    const actId = ids.newId();
    return newEvent(adminActed.identity, {
      subject: `act/${actId}`,
      data: {
        actId,
        by: admin,
        call: `identity.${CALL}`,
        target: `${admin}/${invitedBy}`,
        outcome: 'done',
        requestId,
        at: clock.now().toISOString(),
      },
    });
  };
