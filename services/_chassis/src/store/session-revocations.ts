import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EventOf,
  identitySnapshotRequested,
  liveTypes,
  type Role,
  type sessionRevoked,
  subscriptions,
  type userDeleted,
  type userUpdated,
} from '@satrangi/contracts';
import { type Model, Schema } from 'mongoose';
import { machineNow } from '../base/clock.ts';
import { every, type Job } from '../base/jobs.ts';
import { listeners } from '../base/listeners.ts';
import { type NewEvent, on, type Subscription } from '../bus/events.ts';
import type { SessionState } from '../http/auth.ts';
import { MAX_TOKEN_AGE_S } from '../http/tokens.ts';
import type { LiveLog } from '../live/log.ts';
import { isDuplicateKey } from './duplicate-key.ts';
import { createRevokedSessions, type RevokedSession } from './revoked-sessions.ts';

export type SessionRow = {
  _id: string;
  tokenVersion: number;
  role?: Role;
  deleted: boolean;
  /** The event's own time: decides between two events of one token version. */
  at: Date;
  changedAt: Date;
};

export const sessionSchema = new Schema<SessionRow>(
  {
    _id: { type: String, required: true },
    tokenVersion: { type: Number, required: true },
    role: String,
    deleted: { type: Boolean, required: true },
    at: { type: Date, required: true },
    changedAt: { type: Date, required: true },
  },
  { versionKey: false },
);
sessionSchema.index({ changedAt: 1 });

const DAY_MS = 86_400_000;
const RETRY_MS = 3_000;
/** Changes older than every valid token have no effect; one more day, because clocks differ. */
const RETENTION_MS = MAX_TOKEN_AGE_S * 1_000 + DAY_MS;

export type SessionModels = {
  readonly accounts: Model<SessionRow>;
  readonly revoked: Model<RevokedSession>;
};

/**
 * Projects identity's events into revocations of sessions, in the store and in memory. Live messages notify other
 * replicas of a change; they poll the store every second while the live log is down. Memory holds the changes of the last
 * month; the store keeps all, to recognize late events.
 */
export const createSessionRevocations = (
  service: string,
  { accounts: model, revoked: revokedModel }: SessionModels,
  live: LiveLog,
  {
    retentionMs = RETENTION_MS,
    onDeleted,
  }: {
    readonly retentionMs?: number;
    /** Called for each delivery of a deletion. */
    readonly onDeleted?: (userId: string) => Promise<void>;
  } = {},
) => {
  const known = new Map<string, SessionRow>();
  const subscribers = listeners<[userId: string]>();
  const revoked = createRevokedSessions(revokedModel, subscribers.notify);
  let lastChange = new Date(machineNow() - retentionMs);

  const project = (row: SessionRow): void => {
    known.set(row._id, row);
    if (row.changedAt > lastChange) lastChange = row.changedAt;
    subscribers.notify(row._id);
  };

  const reload = async (userId: string): Promise<void> => {
    const row = await model.findById(userId).lean().exec();
    if (row) project(row);
    await revoked.reload(userId);
  };

  const refresh = async (): Promise<void> => {
    // the overlap covers clock differences between replicas
    const since = new Date(lastChange.getTime() - 5_000);
    for await (const row of model
      .find({ changedAt: { $gte: since } })
      .lean()
      .cursor())
      project(row);
    await revoked.refresh();
  };

  const notifyReplicas = (userId: string): Promise<void> =>
    live.publish({ type: liveTypes.sessionEnded, id: userId }, { to: 'internal' }).catch(() => {
      // the other replicas poll the store while the live log is down
    });

  /** Never replaces a newer row by an older event, nor a deleted account. */
  const upsertNewer = async (userId: string, row: Omit<SessionRow, '_id' | 'changedAt'>): Promise<void> => {
    const isOlder = row.deleted
      ? {}
      : {
          deleted: { $ne: true },
          $or: [
            { tokenVersion: { $lt: row.tokenVersion } },
            { tokenVersion: row.tokenVersion, at: { $lte: row.at } },
          ],
        };
    const update = { $set: { ...row, changedAt: new Date(machineNow()) } };
    try {
      await model.updateOne({ _id: userId, ...isOlder }, update, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    await reload(userId);
    await notifyReplicas(userId);
  };

  const projectAccountChange = (event: EventOf<typeof userUpdated>) =>
    upsertNewer(event.data.userId, {
      tokenVersion: event.data.tokenVersion,
      role: event.data.role,
      deleted: false,
      at: new Date(event.time),
    });
  const projectDeletedAccount = async (event: EventOf<typeof userDeleted>): Promise<void> => {
    const { userId } = event.data;
    await upsertNewer(userId, { tokenVersion: 0, deleted: true, at: new Date(event.time) });
    await onDeleted?.(userId);
  };

  const revokeSession = async (event: EventOf<typeof sessionRevoked>): Promise<void> => {
    await revoked.add(event);
    await notifyReplicas(event.data.userId);
  };

  const own = Object.values(subscriptions).filter((one) => one.service === service);
  const subscriptionsOf = (purpose: string, handle: (event: never) => Promise<void>): Subscription[] =>
    own
      .filter(({ queue }) => queue === `${service}.${purpose}`)
      .map((definition) => on(definition, handle as Parameters<typeof on>[1]));

  const catchUp: Job = every('sessions.catch-up', 1_000, async () => {
    if (live.state() === 'down') await refresh();
  });

  const prune: Job = every('sessions.forget', 3_600_000, async () => {
    const since = machineNow() - retentionMs;
    for (const [userId, { changedAt }] of known) if (changedAt.getTime() < since) known.delete(userId);
    revoked.prune();
  });

  const state: SessionState = { account: (userId) => known.get(userId), isRevoked: revoked.isRevoked };
  return {
    state,
    onChange: (listener: (userId: string) => void): void => void subscribers.add(listener),
    jobs: [catchUp, prune],
    /** Number of accounts in memory. */
    size: (): number => known.size,
    /** Number of single revoked logins in memory. */
    revokedSize: revoked.size,
    subscriptions: [
      ...subscriptionsOf('end-sessions', projectAccountChange),
      ...subscriptionsOf('forget-sessions', projectDeletedAccount),
      ...subscriptionsOf('revoke-session', revokeSession),
    ],
    /**
     * Requests all revocations from identity when this store has none, or with `rebuild`. Retries until the request is in
     * identity's queue.
     */
    requestSnapshot: async (
      newEvent: NewEvent,
      publish: (event: EventOf<typeof identitySnapshotRequested>) => Promise<void>,
      { rebuild, signal }: { readonly rebuild: boolean; readonly signal: AbortSignal },
    ): Promise<void> => {
      const subject = `service/${service}`;
      for (; !signal.aborted; await sleep(RETRY_MS, undefined, { ref: false }))
        try {
          if (!rebuild && (await model.findOne({}, { _id: 1 }).lean().exec()) !== null) return;
          return await publish(newEvent(identitySnapshotRequested, { subject, data: { by: service } }));
        } catch {
          // store or broker are unavailable: retried
        }
    },
    start: async (): Promise<void> => {
      await refresh();
      live.subscribe(({ message }) => {
        if (message.type === liveTypes.sessionEnded) void reload(message.id).catch(() => {});
      });
      live.onReset(() => void refresh().catch(() => {}));
      live.onState((liveState) => {
        if (liveState === 'up') void refresh().catch(() => {});
      });
    },
  };
};
