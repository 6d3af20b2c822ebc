import type { OutboxMessages } from '@satrangi/chassis';
import type { AnyEvent, ErasingService, UserId } from '@satrangi/contracts';
import { type Erasure, NEXT_CHECK_AT } from '../accounts/accounts.rules.ts';
import { type AccountsAggregate, accountFields, notErased } from '../accounts/accounts.store.ts';
import { personalFieldsOf } from './personal-fields.rules.ts';

export type ErasureRecord = { readonly _id: UserId; readonly erasure: Erasure };

const NEXT_CHECK = `erasure.${NEXT_CHECK_AT}`;
const unsetPersonalFields = Object.fromEntries(personalFieldsOf(accountFields).map((field) => [field, 1]));

export type ErasuresStore = ReturnType<typeof erasuresStore>;

/** Erasure records. One write replaces the account with its record, so that exactly one of the two exists. */
export const erasuresStore = ({ model, change }: AccountsAggregate) => {
  const asRecord = (found: unknown): ErasureRecord | null => found as ErasureRecord | null;

  return {
    /** Replaces the account with the record. @returns null when no account matches `filter` any more */
    begin: async (
      filter: Record<string, unknown>,
      erasure: Erasure,
      messages: OutboxMessages,
    ): Promise<ErasureRecord | null> =>
      asRecord(
        await change(
          { ...filter, ...notErased },
          { $set: { erasure }, $unset: unsetPersonalFields },
          messages,
        ),
      ),

    /** Records that a service has confirmed. @returns null without a record or after an earlier confirmation */
    confirm: async (userId: UserId, service: ErasingService, at: Date): Promise<ErasureRecord | null> => {
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
        .find({ [NEXT_CHECK]: { $lte: now } }, { erasure: 1 })
        .sort({ [NEXT_CHECK]: 1 })
        .limit(limit)
        .lean<ErasureRecord[]>()
        .exec(),

    /** Sets the next check. @returns null when another process has rescheduled the record */
    reschedule: async (
      { _id, erasure }: ErasureRecord,
      nextCheckAt: Date | null,
      events: readonly AnyEvent[] = [],
    ): Promise<ErasureRecord | null> =>
      asRecord(
        await change(
          { _id, [NEXT_CHECK]: erasure[NEXT_CHECK_AT] },
          {
            $set: { [NEXT_CHECK]: nextCheckAt },
            ...(events.length > 0 ? { $inc: { 'erasure.tries': 1 } } : {}),
          },
          { events },
        ),
      ),

    /** Publishes the event again, once for each `applied`. */
    republish: async (userId: UserId, event: AnyEvent, applied: string): Promise<void> => {
      await change({ _id: userId }, {}, { events: [event], applied });
    },

    each: (): AsyncIterable<{ _id: UserId }> =>
      model
        .find({ erasure: { $exists: true } }, { _id: 1 })
        .lean<{ _id: UserId }>()
        .cursor(),
  };
};
