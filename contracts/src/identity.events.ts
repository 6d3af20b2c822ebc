import { z } from 'zod';
import { defineEvent } from './event.ts';
import { Instant, Role, SessionId, UserId } from './schemas.ts';

const Account = z.object({
  userId: UserId,
  role: Role,
  /** Tokens with a lower version are refused everywhere: raised by password change, demotion, "log out everywhere". */
  tokenVersion: z.int().nonnegative(),
});

export const userRegistered = defineEvent('identity.user-registered.v1', 'An account was made.', Account);

export const userUpdated = defineEvent(
  'identity.user-updated.v1',
  'Something others may care about changed: role, token version, or the name and pronouns they show. Ask for those.',
  Account,
);

export const sessionRevoked = defineEvent(
  'identity.session-revoked.v1',
  'One login ended before its time: log-out, or ended from another login. Tokens and tickets of it do not count any more; other logins of the account go on. Consumers keep it until `expiresAt`.',
  z.object({
    userId: UserId,
    sessionId: SessionId,
    expiresAt: Instant.describe('when the last token of this login expires by itself'),
  }),
);

export const userDeleted = defineEvent(
  'identity.user-deleted.v1',
  'An account is gone. Every service forgets the person; money rows stay under the pseudonymous id. Services of `erasingServices` answer; until all have, it is said again with another id.',
  z.object({ userId: UserId }),
);

export const identitySnapshotRequested = defineEvent(
  'identity.snapshot-requested.v1',
  'A service starts with an empty memory: identity announces every account again as user-updated.',
  z.object({ by: z.string() }),
);
