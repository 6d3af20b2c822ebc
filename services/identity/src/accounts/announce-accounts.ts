import type { EventOf, identitySnapshotRequested } from '@satrangi/contracts';
import { accountFacts } from './account-facts.ts';
import type { Needs } from './accounts.needs.ts';

/**
 * Somebody starts with an empty memory: every account says itself again, and every deleted one that it is gone, once
 * for each request; so does every login that ended and whose token has not expired. A service whose store comes back from an old copy forgets again what it had forgotten.
 */
export const announceAccounts = ({ accounts, sessions, clock, newEvent }: Needs) => {
  const facts = accountFacts({ newEvent });
  return async (request: EventOf<typeof identitySnapshotRequested>): Promise<void> => {
    for await (const account of accounts.each())
      await accounts.change(
        { _id: account._id },
        { events: [facts.updated(account, request)], applied: request.id },
      );
    for await (const session of sessions.revoked(clock.now()))
      await sessions.announce(session._id, facts.sessionRevoked(session, request), request.id);
    for await (const { _id } of accounts.erasures.each())
      await accounts.erasures.announce(_id, facts.deleted(_id, request), request.id);
  };
};
