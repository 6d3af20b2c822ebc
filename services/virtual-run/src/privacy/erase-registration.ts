import type { DraftsStore } from '../registrations/drafts.store.ts';
import { isCounted, type StoredRegistration } from '../registrations/registration.rules.ts';
import type { RegistrationMessages } from '../registrations/registration-messages.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';

/** Everything that a runner wrote; amounts, payment and page id stay. */
const withoutPerson = ({ pageId }: StoredRegistration): Partial<StoredRegistration> => ({
  state: 'cancelled',
  cancelReason: 'erasure',
  slug: `erased-${pageId}`,
  name: '',
  email: '',
  phone: '',
  displayName: '',
  pronouns: null,
  location: '',
  tshirtSize: null,
  additionalInfo: '',
  story: '',
  consents: { data: null, marketing: null },
  isPublic: false,
  isListed: false,
  nameInAddress: false,
  showPronouns: false,
  km: [],
  userId: null,
  folded: '',
  sounds: [],
});

type Deps = {
  readonly registrations: RegistrationsStore;
  readonly drafts: DraftsStore;
  readonly messages: RegistrationMessages;
};

/** Erases the person of a registration and closes its page; repeated, it changes nothing. */
export const eraseRegistration =
  ({ registrations, drafts, messages }: Deps) =>
  async (registration: StoredRegistration): Promise<void> => {
    if (registration.draftId !== undefined) await drafts.remove(registration.draftId);
    for (let current: StoredRegistration | null = registration; current; ) {
      const outgoing = isCounted(current) ? messages.cancelled(current, 'erasure') : {};
      const erased = await registrations.end(current, withoutPerson(current), outgoing);
      current = erased ? null : await registrations.byId(registration._id);
    }
  };
