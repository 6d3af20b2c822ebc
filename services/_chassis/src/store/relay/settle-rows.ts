import type { mongo } from 'mongoose';
import { machineNow } from '../../base/clock.ts';
import { failpoint } from '../../base/failpoint.ts';
import type { Logger } from '../../base/log.ts';
import { APPLIED_DAYS, nextDue, type RawCollection, type RawDocument } from '../outbox.ts';

export type SettlerOptions = {
  readonly service: string;
  readonly log: Logger;
  readonly collection: (name: string) => RawCollection;
  /** True for collections whose documents are deleted with an empty outbox. */
  readonly isEphemeral: (name: string) => boolean;
  /** Called when documents have more rows than those sent. */
  readonly onMore: () => void;
};

const DAY_MS = 86_400_000;
/** Other rows of a document are usually in delivery; if not, a sweep delivers them after this time. */
const SOON_MS = 500;

type Write = mongo.AnyBulkWriteOperation<RawDocument>;

/** Removes sent rows from their documents, batched into one write for each collection. */
export const createSettler = ({ service, log, collection, isEphemeral, onMore }: SettlerOptions) => {
  const pending = new Map<string, Map<string, string[]>>();
  let settling: Promise<void> | undefined;

  const settleCollection = async (name: string, sent: Map<string, string[]>): Promise<void> => {
    const raw = collection(name);
    const ephemeral = isEphemeral(name);
    // removes the whole outbox atomically when no other rows are in it; else removes only the sent rows below
    const whole = [...sent].map(([_id, ids]): Write => {
      const filter = { _id, outbox: { $not: { $elemMatch: { id: { $nin: ids } } } } };
      return ephemeral
        ? { deleteOne: { filter } }
        : { updateOne: { filter, update: { $unset: { outbox: 1, outboxDue: 1, outboxTries: 1 } } } };
    });
    const { matchedCount, deletedCount } = await raw.bulkWrite(whole, { ordered: false });
    if (matchedCount + deletedCount === sent.size) return;
    const old = new Date(machineNow() - APPLIED_DAYS * DAY_MS);
    const pull = (ids: readonly string[]) => ({
      $pull: { outbox: { id: { $in: ids } }, applied: { at: { $lt: old } } },
    });
    const partly = [...sent].map(
      ([_id, ids]): Write => ({
        updateOne: {
          filter: { _id, outbox: { $elemMatch: { id: { $nin: ids } } } },
          update: { ...pull(ids), $set: { outboxDue: nextDue(SOON_MS) } },
        },
      }),
    );
    await raw.bulkWrite(partly, { ordered: false });
    onMore();
  };

  const settleAll = async (): Promise<void> => {
    try {
      while (pending.size > 0) {
        const batches = [...pending];
        pending.clear();
        failpoint('chassis.confirmed-before-mark');
        failpoint(`${service}.published-before-mark`);
        for (const [name, sent] of batches) await settleCollection(name, sent);
      }
    } finally {
      // synchronously after the last check: rows that come now start a new run
      settling = undefined;
    }
  };

  return {
    /** Resolves when the rows are removed. After a failure, which is logged, they are sent again. */
    settle: (name: string, id: string, ids: readonly string[]): Promise<void> => {
      if (ids.length === 0) return Promise.resolve();
      const sent = pending.get(name) ?? new Map<string, string[]>();
      pending.set(name, sent);
      sent.set(id, [...(sent.get(id) ?? []), ...ids]);
      settling ??= new Promise<void>((resolve) => setImmediate(resolve))
        .then(settleAll)
        .catch((err: unknown) => log.warn({ err }, 'outbox settle failed'));
      return settling;
    },
    done: (): Promise<void> => settling ?? Promise.resolve(),
  };
};
export type Settler = ReturnType<typeof createSettler>;
