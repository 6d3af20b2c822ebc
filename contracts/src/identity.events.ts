import { z } from 'zod';
import { defineEvent } from './event.ts';
import { Instant, Role, SessionId, UserId } from './schemas.ts';

const Account = z.object({
  userId: UserId,
  role: Role,
  /** Tokens with a lower version are refused everywhere: raised by password change, demotion, "log out everywhere". */
  tokenVersion: z.int().nonnegative(),
});

export const userRegistered = defineEvent('identity.user-registered.v1', 'An account was created.', Account);

export const userUpdated = defineEvent(
  'identity.user-updated.v1',
  'The role, the token version, or the public name or pronouns changed. Fetch name and pronouns from identity.',
  Account,
);

export const sessionRevoked = defineEvent(
  'identity.session-revoked.v1',
  'One login was revoked before it expired: log-out, or revoked from another login. Its tokens and tickets are invalid; other logins of the account stay valid. Consumers store it until `expiresAt`.',
  z.object({
    userId: UserId,
    sessionId: SessionId,
    expiresAt: Instant.describe('when the last token of this login expires'),
  }),
);

export const userDeleted = defineEvent(
  'identity.user-deleted.v1',
  'An account was deleted. Every service erases its personal data; payment records stay under the pseudonymous id. Services of `erasingServices` acknowledge; until all have, the event is published again with a new id.',
  z.object({ userId: UserId }),
);

export const identitySnapshotRequested = defineEvent(
  'identity.snapshot-requested.v1',
  'A service has an empty projection: identity publishes every account again as user-updated.',
  z.object({ by: z.string() }),
);
