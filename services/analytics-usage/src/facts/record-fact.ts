import { failpoint } from '@satrangi/chassis';
import type { PseudonymOf } from '../accounts/pseudonym.ts';
import { type Fact, type NewFact, toFact } from './facts.rules.ts';
import type { FactsStore } from './facts.store.ts';

type Deps = {
  readonly facts: FactsStore;
  readonly erasures: { readonly isErased: (who: string) => Promise<boolean> };
  readonly pseudonymOf: PseudonymOf;
  /** Called after the fact is stored; the counting may begin. */
  readonly onRecorded: (fact: Fact) => void;
};

export type RecordFact = (
  fact: Omit<NewFact, 'who'> & { readonly userId?: string | null | undefined },
) => Promise<void>;

/**
 * Stores a fact. The insert is the claim, and it marks the fact as not counted in the same write: a stop at any line
 * leaves it uncounted or to be counted, never lost and never twice.
 */
export const recordFact =
  ({ facts, erasures, pseudonymOf, onRecorded }: Deps): RecordFact =>
  async ({ userId, ...fields }) => {
    const who = userId ? pseudonymOf(userId) : undefined;
    const isErased = async (): Promise<boolean> => who !== undefined && (await erasures.isErased(who));
    const fact = toFact({ ...fields, ...(who && !(await isErased()) ? { who } : {}) });
    await facts.add(fact);
    failpoint('analytics-usage.stored-before-count');
    // the erasure may have run between the check and the insert, also of an earlier delivery
    if (await isErased()) await facts.removeAccountOf(fact._id);
    onRecorded(fact);
  };
