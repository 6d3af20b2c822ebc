import { Refusal } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { Grant } from '../access/access.rules.ts';
import { tellRevoked } from '../access/tell.ts';
import type { GiftParts } from './give.ts';

type Parts = Pick<GiftParts, 'access' | 'audit' | 'clock' | 'events'>;

/** Takes a gift back; what an order carries too stays open. @throws Refusal not-found */
export const takeBack =
  ({ access, audit, clock, events }: Parts) =>
  async (giftId: string, by: UserId): Promise<void> => {
    const grant = await access.giftById(giftId);
    if (!grant) throw new Refusal('not-found', 'Grant not found');
    const { userId, mediaId } = grant;
    const now = clock.now().toISOString();
    await audit.write({ at: now, by, act: 'revoke', userId, mediaId, about: giftId });
    // A gift that was made longer in this moment is found again with its new end.
    for (let held: Grant | null = grant; held; held = await access.giftById(giftId))
      if (await access.take(held, now, tellRevoked(events, held))) return;
  };

/** Loans that are over open nothing from that moment on; here the others are told, and the item can be bought again. */
export const endLoans =
  ({ access, clock, events }: Omit<Parts, 'audit'>) =>
  async (): Promise<void> => {
    const now = clock.now().toISOString();
    for (const grant of await access.endedLoans(now))
      await access.take(grant, now, tellRevoked(events, grant));
  };
