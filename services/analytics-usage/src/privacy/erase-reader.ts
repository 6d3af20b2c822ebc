import type { ServiceContext } from '@satrangi/chassis';
import { type EventOf, type userDeleted, userForgotten } from '@satrangi/contracts';
import type { PseudonymOf } from '../accounts/pseudonym.ts';
import type { AuditStore } from '../audit/audit.store.ts';
import type { PeopleStore } from '../counting/people.store.ts';
import type { FactsStore } from '../facts/facts.store.ts';
import type { ErasuresStore } from './erasures.store.ts';

type Deps = Pick<ServiceContext<unknown>, 'events' | 'ids'> & {
  readonly facts: FactsStore;
  readonly people: PeopleStore;
  readonly audit: AuditStore;
  readonly erasures: ErasuresStore;
  readonly pseudonymOf: PseudonymOf;
  readonly onErased: () => void;
};

/**
 * Removes a deleted account from its facts, from the people and from what it did as an admin; amounts and counts stay. Acknowledges on each delivery
 * with one event id.
 */
export const eraseReader =
  ({ facts, people, audit, erasures, pseudonymOf, onErased, events, ids }: Deps) =>
  async (deleted: EventOf<typeof userDeleted>): Promise<void> => {
    const { userId } = deleted.data;
    const who = pseudonymOf(userId);
    const definition = userForgotten['analytics-usage'];
    await erasures.record(who);
    await facts.removeAccount(who);
    await people.remove([who]);
    await audit.removeAccount(userId);
    onErased();
    const acknowledged = events.newEvent(definition, {
      id: ids.eventId(definition.type, userId),
      subject: `user/${userId}`,
      data: { userId },
      causation: deleted,
    });
    await erasures.acknowledge(who, acknowledged);
  };
