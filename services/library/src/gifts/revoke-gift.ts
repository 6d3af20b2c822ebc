import { Refusal } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { Grant } from '../access/access.rules.ts';
import { revokedMessages } from '../access/access-events.ts';
import type { GiftDeps } from './create-gift.ts';

type Deps = Pick<GiftDeps, 'access' | 'audit' | 'clock' | 'events'>;

/** Revokes a gift; a paid order for the same item keeps it accessible. @throws Refusal not-found */
export const revokeGift =
  ({ access, audit, clock, events }: Deps) =>
  async (giftId: string, by: UserId): Promise<void> => {
    const grant = await access.giftById(giftId);
    if (!grant) throw new Refusal('not-found', 'Grant not found');
    const { userId, mediaId } = grant;
    const now = clock.now().toISOString();
    await audit.write({ at: now, by, act: 'revoke', userId, mediaId, about: giftId });
    // A concurrent extension changes the end: read the gift again and retry.
    for (let held: Grant | null = grant; held; held = await access.giftById(giftId))
      if (await access.removeGift(held, now, revokedMessages(events, held))) return;
  };

/** The job for expired loans. Access ends by the clock; this publishes the revocation, so the item can be bought again. */
export const endLoans =
  ({ access, clock, events }: Omit<Deps, 'audit'>) =>
  async (): Promise<void> => {
    const now = clock.now().toISOString();
    for (const grant of await access.endedLoans(now))
      await access.removeGift(grant, now, revokedMessages(events, grant));
  };
