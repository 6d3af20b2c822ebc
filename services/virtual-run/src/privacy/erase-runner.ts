import type { UserId } from '@satrangi/contracts';
import type { GiftsStore } from '../gifts/gifts.store.ts';
import type { DraftsStore } from '../registrations/drafts.store.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';
import type { eraseRegistration } from './erase-registration.ts';

type Deps = {
  readonly registrations: RegistrationsStore;
  readonly drafts: DraftsStore;
  readonly gifts: GiftsStore;
  readonly erase: ReturnType<typeof eraseRegistration>;
};

/** Erases drafts, registrations and the giver of gifts. Idempotent. */
export const eraseRunner =
  ({ registrations, drafts, gifts, erase }: Deps) =>
  async (userId: UserId): Promise<void> => {
    await drafts.removeOf(userId);
    for (const registration of await registrations.ofUser(userId)) await erase(registration);
    await gifts.eraseUser(userId);
  };
