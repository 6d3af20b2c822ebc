import { type EventOf, type identitySnapshotRequested, userUpdated } from '@satrangi/contracts';
import type { Needs } from './accounts.needs.ts';

/** Somebody starts with an empty memory: every account says itself again, once for each request. */
export const announceAccounts =
  ({ accounts, newEvent }: Needs) =>
  async (request: EventOf<typeof identitySnapshotRequested>): Promise<void> => {
    for await (const { _id, role, tokenVersion } of accounts.each()) {
      const announcement = newEvent(userUpdated, {
        subject: `user/${_id}`,
        data: { userId: _id, role, tokenVersion },
        causation: request,
      });
      await accounts.announce(_id, announcement, request.id);
    }
  };
