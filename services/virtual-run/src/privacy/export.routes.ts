import type { Handlers } from '@satrangi/chassis';
import type { virtualRunApi } from '@satrangi/contracts';
import { netOf } from '../gifts/gift.rules.ts';
import type { GiftsStore } from '../gifts/gifts.store.ts';
import type { DraftsStore } from '../registrations/drafts.store.ts';
import { toRegistration } from '../registrations/registration-view.rules.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';

type Deps = {
  readonly registrations: RegistrationsStore;
  readonly gifts: GiftsStore;
  readonly drafts: Pick<DraftsStore, 'ofUser'>;
};

/** The data export of an account. */
export const exportRoutes = ({
  registrations,
  gifts,
  drafts,
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
    drafts: (await drafts.ofUser(userId)).map(({ form, createdAt, expiresAt }) => ({
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      form: { ...form },
    })),
  }),
});
