import type { Handlers } from '@satrangi/chassis';
import type { UserId, virtualRunApi } from '@satrangi/contracts';
import { netOf } from '../gifts/gift.rules.ts';
import type { GiftsStore } from '../gifts/gifts.store.ts';
import type { DraftsStore } from '../registrations/drafts.store.ts';
import { toRegistration } from '../registrations/registration-view.rules.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';

type Deps = {
  readonly registrations: RegistrationsStore;
  readonly gifts: GiftsStore;
  readonly drafts: DraftsStore;
};

/** The data export of an account. */
export const exportRoutes = ({
  registrations,
  gifts,
}: Deps): Pick<Handlers<typeof virtualRunApi>, 'exportMine'> => ({
  exportMine: async (_input, { userId }) => ({
    registrations: (await registrations.ofUser(userId)).map((stored) => ({
      ...toRegistration(stored),
      story: stored.story,
      km: stored.km.map(({ date, km }) => ({ date, km })),
    })),
    gifts: (await gifts.ofUser(userId)).map((gift) => ({
      orderId: gift._id,
      amount: netOf(gift) / 100,
      name: gift.words?.name ?? '',
      message: gift.words?.message ?? '',
    })),
  }),
});

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
