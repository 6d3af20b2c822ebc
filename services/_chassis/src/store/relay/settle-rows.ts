import type { mongo } from 'mongoose';
import { machineNow } from '../../clock.ts';
import { failpoint } from '../../failpoint.ts';
import type { Logger } from '../../log.ts';
import { APPLIED_DAYS, nextDue, type RawCollection, type RawDocument } from '../outbox.ts';

export type SettlerOptions = {
  readonly service: string;
  readonly log: Logger;
  readonly collection: (name: string) => RawCollection;
  /** Documents that are nothing but an outbox go away when it is empty. */
  readonly isEphemeral: (name: string) => boolean;
  /** Called when documents turned out to have more to say than what was sent. */
  readonly onMore: () => void;
};

const DAY_MS = 86_400_000;
/** Rows somebody wrote meanwhile are usually on their way; if not, a sweep takes them this soon. */
const SOON_MS = 500;

type Write = mongo.AnyBulkWriteOperation<RawDocument>;

/** Takes sent rows out of their documents, all that were sent meanwhile in one write for each collection. */
export const createSettler = ({ service, log, collection, isEphemeral, onMore }: SettlerOptions) => {
  const waiting = new Map<string, Map<string, string[]>>();
  let settling: Promise<void> | undefined;

  const settleCollection = async (name: string, sent: Map<string, string[]>): Promise<void> => {
    const raw = collection(name);
    const ephemeral = isEphemeral(name);
    // only ours are left: the whole outbox goes, atomically; somebody wrote meanwhile: ours are taken out of it
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
      while (waiting.size > 0) {
        const batches = [...waiting];
        waiting.clear();
        failpoint('chassis.confirmed-before-mark');
        failpoint(`${service}.published-before-mark`);
        for (const [name, sent] of batches) await settleCollection(name, sent);
      }
    } finally {
      // in the same step as the last look: what comes now begins anew
      settling = undefined;
    }
  };

  return {
    /** Resolves when the rows are out of the document. A failure is logged: rows still there are sent once more. */
    settle: (name: string, id: string, ids: readonly string[]): Promise<void> => {
      if (ids.length === 0) return Promise.resolve();
      const sent = waiting.get(name) ?? new Map<string, string[]>();
      waiting.set(name, sent);
      sent.set(id, [...(sent.get(id) ?? []), ...ids]);
      settling ??= new Promise<void>((resolve) => setImmediate(resolve))
        .then(settleAll)
        .catch((err: unknown) => log.warn({ err }, 'sent rows could not be marked; they will be sent again'));
      return settling;
    },
    done: (): Promise<void> => settling ?? Promise.resolve(),
  };
};
