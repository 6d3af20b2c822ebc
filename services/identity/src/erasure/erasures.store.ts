import type { Aggregate, Work } from '@satrangi/chassis';
import type { AnyEvent, ErasingService, UserId } from '@satrangi/contracts';
import type { Kept } from '../accounts/accounts.rules.ts';
import type { Erasure } from './erasure.rules.ts';

export type ErasureRecord = { readonly _id: UserId; readonly erasure: Erasure };

/** The ends of accounts. The record takes the place of the account in one write, so neither is there without the other. */
export const erasuresIn = (accounts: Aggregate<Kept>, fields: readonly string[]) => {
  const { model, change } = accounts;
  const everythingOfThePerson = Object.fromEntries(
    fields.filter((field) => !['_id', 'id', 'erasure'].includes(field)).map((field) => [field, 1]),
  );
  const asRecord = (found: unknown): ErasureRecord | null => found as ErasureRecord | null;

  return {
    /** Puts the record where the account was. Null when the account is not there or not as `filter` says any more. */
    begin: async (
      filter: Record<string, unknown>,
      erasure: Erasure,
      said: { readonly events: readonly AnyEvent[]; readonly work: readonly Work[] },
    ): Promise<ErasureRecord | null> =>
      asRecord(
        await change(
          { ...filter, erasure: { $exists: false } },
          { $set: { erasure }, $unset: everythingOfThePerson },
          said,
        ),
      ),

    /** Null when there is no such record or the service has answered before. */
    note: async (userId: UserId, service: ErasingService, at: Date): Promise<ErasureRecord | null> => {
      const field = `erasure.forgottenBy.${service}`;
      return asRecord(
        await change(
          { _id: userId, erasure: { $exists: true }, [field]: { $exists: false } },
          { $set: { [field]: at } },
        ),
      );
    },

    due: (now: Date, limit: number): Promise<ErasureRecord[]> =>
      model
        .find({ 'erasure.lookAt': { $lte: now } }, { erasure: 1 })
        .sort({ 'erasure.lookAt': 1 })
        .limit(limit)
        .lean<ErasureRecord[]>()
        .exec(),

    /** Null when somebody else looked at it meanwhile. */
    lookAgain: async (
      { _id, erasure }: ErasureRecord,
      lookAt: Date | null,
      events: readonly AnyEvent[] = [],
    ): Promise<ErasureRecord | null> =>
      asRecord(
        await change(
          { _id, 'erasure.lookAt': erasure.lookAt },
          {
            $set: { 'erasure.lookAt': lookAt },
            ...(events.length > 0 ? { $inc: { 'erasure.tries': 1 } } : {}),
          },
          { events },
        ),
      ),

    /** Says something about an account that is gone; once for each `applied`. */
    announce: async (userId: UserId, event: AnyEvent, applied: string): Promise<void> => {
      await change({ _id: userId }, {}, { events: [event], applied });
    },

    each: (): AsyncIterable<{ _id: UserId }> =>
      model
        .find({ erasure: { $exists: true } }, { _id: 1 })
        .lean<{ _id: UserId }>()
        .cursor(),
  };
};
