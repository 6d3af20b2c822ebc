import type { UserId } from '@satrangi/contracts';
import type { PseudonymOf } from '../accounts/pseudonym.ts';
import type { AuditStore } from '../audit/audit.store.ts';
import type { PeopleStore } from '../counting/people.store.ts';
import type { FactsStore } from '../facts/facts.store.ts';

type Deps = {
  readonly facts: FactsStore;
  readonly people: PeopleStore;
  readonly audit: AuditStore;
  readonly pseudonymOf: PseudonymOf;
  readonly onErased: () => void;
};

/** Removes an account from its facts, from the people and from what it did as an admin; amounts and counts stay. Idempotent. */
export const eraseReader =
  ({ facts, people, audit, pseudonymOf, onErased }: Deps) =>
  async (userId: UserId): Promise<void> => {
    const who = pseudonymOf(userId);
    await facts.removeAccount(who);
    await people.remove([who]);
    await audit.removeAccount(userId);
    onErased();
  };
