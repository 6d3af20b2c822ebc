import type { EventOf, virtualRunSnapshotRequested } from '@satrangi/contracts';
import type { RegistrationMessages } from './registration-messages.ts';
import type { RegistrationsStore } from './registrations.store.ts';

/** Publishes the events of every registration that counted, again with the same event ids; once for each request. */
export const announceRegistrations =
  (registrations: RegistrationsStore, messages: RegistrationMessages) =>
  async (request: EventOf<typeof virtualRunSnapshotRequested>): Promise<void> => {
    for await (const registration of registrations.all()) {
      const { _id, countedAt, state } = registration;
      if (countedAt === null) continue;
      const registered = messages.registeredEvent(registration, countedAt);
      const events =
        state === 'cancelled'
          ? [registered, messages.cancelledEvent(registration, registration.cancelReason ?? 'admin')]
          : [registered];
      await registrations.announce(_id, { events }, request.id);
    }
  };
