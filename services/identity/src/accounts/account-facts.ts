import type { Kit } from '@satrangi/chassis';
import type { AnyEvent } from '@satrangi/contracts';
import {
  type EventOf,
  type Role,
  sessionRevoked,
  type UserId,
  userDeleted,
  userUpdated,
} from '@satrangi/contracts';

import type { Session } from '../sessions/session-list.rules.ts';

type Standing = { readonly _id: UserId; readonly role: Role; readonly tokenVersion: number };

/** What identity says of accounts: ids, roles and token versions, never a person. */
export const accountFacts = ({ newEvent }: Pick<Kit<unknown>['events'], 'newEvent'>) => ({
  updated: ({ _id, role, tokenVersion }: Standing, causation?: AnyEvent): EventOf<typeof userUpdated> =>
    newEvent(userUpdated, { subject: `user/${_id}`, data: { userId: _id, role, tokenVersion }, causation }),

  /** Every session opened before ends where this is heard. */
  sessionsEnded: ({ _id, role, tokenVersion }: Standing): EventOf<typeof userUpdated> =>
    newEvent(userUpdated, {
      subject: `user/${_id}`,
      data: { userId: _id, role, tokenVersion: tokenVersion + 1 },
    }),

  /** One login ends everywhere; the others of the account go on. */
  sessionRevoked: (
    { _id, userId, expiresAt }: Session,
    causation?: AnyEvent,
  ): EventOf<typeof sessionRevoked> =>
    newEvent(sessionRevoked, {
      subject: `user/${userId}`,
      data: { userId, sessionId: _id, expiresAt: expiresAt.toISOString() },
      causation,
    }),

  /** A new event every time: whoever has heard it before answers again. */
  deleted: (userId: UserId, causation?: AnyEvent): EventOf<typeof userDeleted> =>
    newEvent(userDeleted, { subject: `user/${userId}`, data: { userId }, causation }),
});
