import { type AdminActOutcome, adminActed, type ServiceName } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { Clock } from '../base/clock.ts';
import { failpoint } from '../base/failpoint.ts';
import type { Ids } from '../base/ids.ts';
import { everyOnOne, type Job } from '../base/jobs.ts';
import type { Logger } from '../base/log.ts';
import type { NewEvent } from '../bus/events.ts';
import type { AuditAct } from '../http/audit.ts';
import { refusalOf } from '../http/refusal.ts';
import type { ServiceStore } from '../store/store.ts';

/** One write of an admin. Stored before it runs, so that a stop in the middle leaves a trace. */
type Act = {
  _id: string;
  /** Null after the account was deleted. */
  by: string | null;
  call: string;
  target: string | null;
  requestId: string;
  at: Date;
  outcome: AdminActOutcome;
  /** When its outcome was published; it is removed a month later. */
  publishedAt?: Date;
};

const KEPT_DAYS = 30;
const DAY_S = 86_400;
/** A call without an outcome for longer was cut off, or is slow: then its outcome is published again. */
const CUT_OFF_MS = 60_000;
const SWEEP_EVERY_MS = 20_000;

const schema = new Schema<Act>(
  {
    _id: { type: String, required: true },
    by: { type: String, default: null },
    call: { type: String, required: true },
    target: { type: String, default: null },
    requestId: { type: String, required: true },
    at: { type: Date, required: true },
    outcome: { type: String, required: true },
    publishedAt: Date,
  },
  { versionKey: false },
);
schema.index({ outcome: 1, at: 1 });
schema.index({ by: 1 });
schema.index({ publishedAt: 1 }, { expireAfterSeconds: KEPT_DAYS * DAY_S });

type Deps = {
  readonly service: ServiceName;
  readonly store: ServiceStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly newEvent: NewEvent;
  /** Whether this service knows that the account was deleted. */
  readonly isDeleted: (userId: string) => Promise<boolean>;
};

export type AuditLog = {
  /** Runs a call of an admin and stores it. @throws what the call throws, or that it could not be stored before */
  readonly audit: AuditAct;
  /** Publishes calls that were cut off. */
  readonly jobs: readonly Job[];
  /** Removes a deleted account from its acts. */
  readonly erase: (userId: string) => Promise<void>;
};

/** Stores every call of an admin that changes something, and publishes its outcome in the same write. */
export const createAuditLog = ({ service, store, clock, ids, log, newEvent, isDeleted }: Deps): AuditLog => {
  const acts = store.aggregate<Act>('acts', schema);
  const definition = adminActed[service];

  /** An outcome that is known is never replaced. */
  const settle = async (act: Act, outcome: AdminActOutcome): Promise<void> => {
    const { _id: actId, call, target, requestId, at } = act;
    // an act that was stored after its admin was erased
    const by = act.by !== null && (await isDeleted(act.by)) ? null : act.by;
    const event =
      by === null
        ? []
        : [
            newEvent(definition, {
              id: ids.eventId(definition.type, `${actId}:${outcome}`),
              subject: `act/${actId}`,
              data: { actId, by, call, target, outcome, requestId, at: at.toISOString() },
            }),
          ];
    const open = outcome === 'unknown' ? { publishedAt: { $exists: false } } : {};
    await acts.change(
      { _id: actId, outcome: 'unknown', ...open },
      { outcome, publishedAt: clock.now(), ...(by === act.by ? {} : { by }) },
      { events: event },
    );
  };

  const outcomeOf = (error: unknown): AdminActOutcome => {
    const refusal = refusalOf(error);
    return refusal && refusal.status < 500 ? 'refused' : 'failed';
  };

  return {
    audit: async ({ by, endpoint, target, requestId }, run) => {
      const call = `${service}.${endpoint}`;
      const act: Act = {
        _id: ids.newId(),
        by,
        call,
        target,
        requestId,
        at: clock.now(),
        outcome: 'unknown',
      };
      await acts.create(act);
      failpoint(`${service}.audited-before-act`);
      const end = async (outcome: AdminActOutcome): Promise<void> => {
        // the act is stored as unknown: the sweep publishes it
        await settle(act, outcome).catch((err: unknown) => log.warn({ err, call }, 'audit outcome failed'));
      };
      let answer: unknown;
      try {
        answer = await run();
      } catch (error) {
        await end(outcomeOf(error));
        throw error;
      }
      failpoint(`${service}.acted-before-outcome`);
      await end('done');
      return answer;
    },
    jobs: [
      everyOnOne('sweep-acts', SWEEP_EVERY_MS, async () => {
        const before = new Date(clock.now().getTime() - CUT_OFF_MS);
        const cutOff = acts.model
          .find({ outcome: 'unknown', at: { $lt: before }, publishedAt: { $exists: false } })
          .lean<Act[]>()
          .cursor();
        for await (const act of cutOff) await settle(act, 'unknown');
      }),
    ],
    erase: async (userId) => {
      await acts.model.updateMany({ by: userId }, { $set: { by: null } });
    },
  };
};
