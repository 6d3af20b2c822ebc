import type { Handlers } from '@satrangi/chassis';
import { type analyticsUsageApi, kolkataDay } from '@satrangi/contracts';
import type { PseudonymOf } from '../accounts/pseudonym.ts';
import type { AuditStore } from '../audit/audit.store.ts';
import type { FactsStore } from '../facts/facts.store.ts';

/** The data export of an account: the days it was seen and how often, by type. */
export const exportRoutes = (
  { facts, audit }: { readonly facts: FactsStore; readonly audit: AuditStore },
  pseudonymOf: PseudonymOf,
): Pick<Handlers<typeof analyticsUsageApi>, 'exportMine'> => ({
  exportMine: async (_input, { userId }) => {
    const days = new Set<string>();
    const events = new Map<string, number>();
    for await (const { type, at } of facts.ofAccount(pseudonymOf(userId))) {
      days.add(kolkataDay(at));
      events.set(type, (events.get(type) ?? 0) + 1);
    }
    const acts = await audit.ofAccount(userId);
    return {
      days: [...days].sort(),
      events: Object.fromEntries([...events].sort()),
      acts: acts.map(({ call, outcome, at }) => ({ call, outcome, at: at.toISOString() })),
    };
  },
});
