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
import { type NewEvent, on, type Subscription } from '../bus/events.ts';
import { machineNow } from '../clock.ts';
import type { SessionFacts } from '../http/auth.ts';
import { MAX_TOKEN_AGE_S } from '../http/tokens.ts';
import { every, type Job } from '../jobs.ts';
import { type LiveLog, listeners } from '../live/log.ts';
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
/** A change older than every token that may still be shown concerns nobody; a day more for clocks that differ. */
const REMEMBERED_MS = MAX_TOKEN_AGE_S * 1_000 + DAY_MS;

const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 11_000;

export type SessionModels = {
  readonly accounts: Model<SessionRow>;
  readonly revoked: Model<RevokedSession>;
};

/**
 * Which tokens do not count any more. Fed by identity's events, kept in the store and, for speed, in memory; other
 * replicas hear of a change at once, and ask the store every second while the live log is away. Memory holds the changes
 * of the last month; the store keeps all, so that an old event that comes late is still known to be old.
 */
export const createSessions = (
  service: string,
  { accounts: model, revoked: revokedModel }: SessionModels,
  live: LiveLog,
  rememberedMs = REMEMBERED_MS,
) => {
  const known = new Map<string, SessionRow>();
  const heard = listeners<[userId: string]>();
  const revoked = createRevokedSessions(revokedModel, heard.tell);
  let seenUntil = new Date(machineNow() - rememberedMs);

  const remember = (row: SessionRow): void => {
    known.set(row._id, row);
    if (row.changedAt > seenUntil) seenUntil = row.changedAt;
    heard.tell(row._id);
  };

  const reload = async (userId: string): Promise<void> => {
    const row = await model.findById(userId).lean().exec();
    if (row) remember(row);
    await revoked.reload(userId);
  };

  const refresh = async (): Promise<void> => {
    // a little overlap: rows of other replicas carry other clocks
    const since = new Date(seenUntil.getTime() - 5_000);
    for await (const row of model
      .find({ changedAt: { $gte: since } })
      .lean()
      .cursor())
      remember(row);
    await revoked.refresh();
  };

  const notifyReplicas = (userId: string): Promise<void> =>
    live.say({ type: liveTypes.sessionEnded, id: userId }, { to: 'internal' }).catch(() => {
      // the other replicas ask the store while the live log is away
    });

  /** An older fact never replaces a newer one, and nothing brings a deleted account back. */
  const keep = async (userId: string, facts: Omit<SessionRow, '_id' | 'changedAt'>): Promise<void> => {
    const older = facts.deleted
      ? {}
      : {
          deleted: { $ne: true },
          $or: [
            { tokenVersion: { $lt: facts.tokenVersion } },
            { tokenVersion: facts.tokenVersion, at: { $lte: facts.at } },
          ],
        };
    const update = { $set: { ...facts, changedAt: new Date(machineNow()) } };
    try {
      await model.updateOne({ _id: userId, ...older }, update, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    await reload(userId);
    await notifyReplicas(userId);
  };

  const endSessions = (event: EventOf<typeof userUpdated>) =>
    keep(event.data.userId, {
      tokenVersion: event.data.tokenVersion,
      role: event.data.role,
      deleted: false,
      at: new Date(event.time),
    });
  const forgetSessions = (event: EventOf<typeof userDeleted>) =>
    keep(event.data.userId, { tokenVersion: 0, deleted: true, at: new Date(event.time) });

  const revokeSession = async (event: EventOf<typeof sessionRevoked>): Promise<void> => {
    await revoked.add(event);
    await notifyReplicas(event.data.userId);
  };

  const own = Object.values(subscriptions).filter((one) => one.service === service);
  const listenTo = (purpose: string, handle: (event: never) => Promise<void>): Subscription[] =>
    own
      .filter(({ queue }) => queue === `${service}.${purpose}`)
      .map((definition) => on(definition, handle as Parameters<typeof on>[1]));

  const catchUp: Job = every('sessions.catch-up', 1_000, async () => {
    if (live.state() === 'down') await refresh();
  });

  const forget: Job = every('sessions.forget', 3_600_000, async () => {
    const since = machineNow() - rememberedMs;
    for (const [userId, { changedAt }] of known) if (changedAt.getTime() < since) known.delete(userId);
    revoked.prune();
  });

  const facts: SessionFacts = { account: (userId) => known.get(userId), isRevoked: revoked.isRevoked };
  return {
    facts,
    hear: (listener: (userId: string) => void): void => void heard.add(listener),
    jobs: [catchUp, forget],
    /** How many accounts are held in memory. */
    size: (): number => known.size,
    /** How many single logins are held in memory. */
    revokedSize: revoked.size,
    subscriptions: [
      ...listenTo('end-sessions', endSessions),
      ...listenTo('forget-sessions', forgetSessions),
      ...listenTo('revoke-session', revokeSession),
    ],
    /**
     * Asks identity for everything it knows of ended logins when this store knows nothing, or when `rebuild` says so.
     * Published means that it waits in identity's queue; until then it is tried again.
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
          // store or broker went away in between
        }
    },
    start: async (): Promise<void> => {
      await refresh();
      live.hear(({ message }) => {
        if (message.type === liveTypes.sessionEnded) void reload(message.id).catch(() => {});
      });
      live.onReset(() => void refresh().catch(() => {}));
      live.onState((state) => {
        if (state === 'up') void refresh().catch(() => {});
      });
    },
  };
};
