import type { ServiceContext } from '@satrangi/chassis';
import { type AnyEvent, type EventOf, sessionRevoked } from '@satrangi/contracts';
import type { Session } from './session.rules.ts';

/** Creates the event of one revoked session; other sessions of the account continue. */
export const sessionRevokedEvent = (
  { newEvent }: Pick<ServiceContext<unknown>['events'], 'newEvent'>,
  { _id, userId, expiresAt }: Session,
  causation?: AnyEvent,
): EventOf<typeof sessionRevoked> =>
  newEvent(sessionRevoked, {
    subject: `user/${userId}`,
    data: { userId, sessionId: _id, expiresAt: expiresAt.toISOString() },
    causation,
  });
