import type { Ids } from '@satrangi/chassis';
import type { StoredRegistration } from '../registrations/registration.rules.ts';
import { mailWork } from '../registrations/registration-messages.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';
import { untilWritten } from './edit-page.ts';

/** Ends the private link of a registration and mails the next one to its runner, in one write. */
export const renewLink =
  ({ registrations, ids }: { readonly registrations: RegistrationsStore; readonly ids: Ids }) =>
  (registration: StoredRegistration): Promise<StoredRegistration> =>
    untilWritten(registrations, registration, (current) => ({
      fields: { linkVersion: (current.linkVersion ?? 0) + 1 },
      messages: { work: [mailWork('link', current, `:${ids.newId()}`)] },
    }));
