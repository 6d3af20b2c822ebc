import type { UserId } from '@satrangi/contracts';
import type { GiftsStore } from '../gifts/gifts.store.ts';
import type { DraftsStore } from '../registrations/drafts.store.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';

type Deps = {
  readonly registrations: RegistrationsStore;
  readonly gifts: GiftsStore;
  readonly drafts: DraftsStore;
};

/** True when the run stores anything of the account, or could soon: a draft whose fee is on its way. */
export const ownsAnything =
  ({ registrations, gifts, drafts }: Deps) =>
  async (userId: UserId): Promise<boolean> => {
    const held = await Promise.all([
      registrations.ofUser(userId),
      gifts.ofUser(userId),
      drafts.ofUser(userId),
    ]);
    return held.some((rows) => rows.length > 0);
  };
