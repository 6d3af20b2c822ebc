import type { EventOf, identitySnapshotRequested } from '@satrangi/contracts';
import { accountEvents } from '../accounts/account-events.ts';
import type { PrivacyDeps } from '../privacy/privacy.deps.ts';
import { sessionRevokedEvent } from '../sessions/session-events.ts';

/**
 * Answers a snapshot request of a service that builds its read model: republishes all accounts, all deletions, and the
 * revoked sessions whose tokens have not expired. Idempotent for each request. A service restored from an old backup
 * thereby erases deleted users again.
 */
export const republishAccounts = (deps: PrivacyDeps) => {
  const { accounts, erasures, sessions, clock } = deps;
  const { updated, deleted } = accountEvents(deps);
  return async (request: EventOf<typeof identitySnapshotRequested>): Promise<void> => {
    for await (const account of accounts.each())
      await accounts.change(
        { _id: account._id },
        { events: [updated(account, request)], applied: request.id },
      );
    for await (const session of sessions.revoked(clock.now()))
      await sessions.republish(session._id, sessionRevokedEvent(deps, session, request), request.id);
    for await (const { _id } of erasures.each())
      await erasures.republish(_id, deleted(_id, request), request.id);
  };
};
