import type { Clock } from '@satrangi/chassis';
import type { FeesStore } from '../fees/fees.store.ts';
import type { DraftsStore } from '../registrations/drafts.store.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';
import type { SettleFee } from './settle-fee.ts';

const UNPAID_MS = 24 * 60 * 60_000;

/**
 * Settles fees again that have no registration: forms and drafts may have come in any order, or a process stopped.
 * @param maxAgeMs of the payment: few fees wait longer for their form, and those that never get one become many
 */
export const matchFees =
  ({ fees, settle, clock }: { fees: FeesStore; settle: SettleFee; clock: Clock }, maxAgeMs: number) =>
  async (signal: AbortSignal): Promise<void> => {
    const now = clock.now();
    const paidAfter = new Date(now.getTime() - maxAgeMs).toISOString();
    for await (const { _id } of fees.unmatchedIds(paidAfter, now.toISOString())) {
      if (signal.aborted) return;
      await settle(_id);
    }
  };

type Deps = {
  drafts: DraftsStore;
  registrations: RegistrationsStore;
  expireWords: (now: Date) => Promise<void>;
  clock: Clock;
};

/** Removes expired drafts, words without a gift, and registrations whose payment did not come within a day. */
export const expireDrafts =
  ({ drafts, registrations, expireWords, clock }: Deps) =>
  async (): Promise<void> => {
    const now = clock.now();
    await drafts.expire(now);
    await expireWords(now);
    await registrations.removeUnpaid(new Date(now.getTime() - UNPAID_MS).toISOString());
  };
