import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EventOf,
  identitySnapshotRequested,
  liveTypes,
  type sessionRevoked,
  subscriptions,
  type userDeleted,
  type userUpdated,
} from '@satrangi/contracts';
import type { Model } from 'mongoose';
import { every, type Job } from '../base/jobs.ts';
import { listeners } from '../base/listeners.ts';
import { type NewEvent, on, type Subscription } from '../bus/events.ts';
import type { SessionState } from '../http/auth.ts';
import { MAX_TOKEN_AGE_S } from '../http/tokens.ts';
import type { LiveLog } from '../live/log.ts';
import { createAccountSessions, type SessionRow } from './account-sessions.ts';
import { createRevokedSessions, type RevokedSession } from './revoked-sessions.ts';

const DAY_MS = 86_400_000;
const RETRY_MS = 3_000;
/** Changes older than every valid token have no effect; one more day, because clocks differ. */
const RETENTION_MS = MAX_TOKEN_AGE_S * 1_000 + DAY_MS;

export type SessionModels = {
  readonly accounts: Model<SessionRow>;
  readonly revoked: Model<RevokedSession>;
};

/** The subscriptions of a service to its queue `<service>.<purpose>`. */
const subscriptionsOf = (
  service: string,
  purpose: string,
  handle: (event: never) => Promise<void>,
): Subscription[] =>
  Object.values(subscriptions)
    .filter((one) => one.service === service && one.queue === `${service}.${purpose}`)
    .map((definition) => on(definition, handle as Parameters<typeof on>[1]));

type AccountState = Parameters<ReturnType<typeof createAccountSessions>['upsertNewer']>[1];

type SubscriptionDeps = {
  readonly live: LiveLog;
  readonly accounts: ReturnType<typeof createAccountSessions>;
  readonly revoked: ReturnType<typeof createRevokedSessions>;
  readonly reload: (userId: string) => Promise<void>;
  readonly onDeleted: ((userId: string) => Promise<void>) | undefined;
};

/** Projects the events of identity, and notifies the other replicas of each change. */
const createSubscriptions = (
  service: string,
  { live, accounts, revoked, reload, onDeleted }: SubscriptionDeps,
): Subscription[] => {
  const notifyReplicas = (userId: string): Promise<void> =>
    live.publish({ type: liveTypes.sessionEnded, id: userId }, { to: 'internal' }).catch(() => {
      // the other replicas poll the store while the live log is down
    });

  const project = async (userId: string, row: AccountState): Promise<void> => {
    await accounts.upsertNewer(userId, row);
    await reload(userId);
    await notifyReplicas(userId);
  };

  const projectAccountChange = (event: EventOf<typeof userUpdated>) =>
    project(event.data.userId, {
      tokenVersion: event.data.tokenVersion,
      role: event.data.role,
      deleted: false,
      at: new Date(event.time),
    });
  const projectDeletedAccount = async (event: EventOf<typeof userDeleted>): Promise<void> => {
    const { userId } = event.data;
    await project(userId, { tokenVersion: 0, deleted: true, at: new Date(event.time) });
    await onDeleted?.(userId);
  };

  const revokeSession = async (event: EventOf<typeof sessionRevoked>): Promise<void> => {
    await revoked.add(event);
    await notifyReplicas(event.data.userId);
  };

  return [
    ...subscriptionsOf(service, 'end-sessions', projectAccountChange),
    ...subscriptionsOf(service, 'forget-sessions', projectDeletedAccount),
    ...subscriptionsOf(service, 'revoke-session', revokeSession),
  ];
};

/**
 * Requests all revocations from identity when this store has none, or with `rebuild`. Retries until the request is in
 * identity's queue.
 */
const createSnapshotRequest =
  (service: string, isEmpty: () => Promise<boolean>) =>
  async (
    newEvent: NewEvent,
    publish: (event: EventOf<typeof identitySnapshotRequested>) => Promise<void>,
    { rebuild, signal }: { readonly rebuild: boolean; readonly signal: AbortSignal },
  ): Promise<void> => {
    const subject = `service/${service}`;
    for (; !signal.aborted; await sleep(RETRY_MS, undefined, { ref: false }))
      try {
        if (!rebuild && !(await isEmpty())) return;
        return await publish(newEvent(identitySnapshotRequested, { subject, data: { by: service } }));
      } catch {
        // store or broker are unavailable: retried
      }
  };

type Options = {
  readonly retentionMs?: number;
  /** Called for each delivery of a deletion. */
  readonly onDeleted?: (userId: string) => Promise<void>;
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
  { retentionMs = RETENTION_MS, onDeleted }: Options = {},
) => {
  const subscribers = listeners<[userId: string]>();
  const accounts = createAccountSessions({ model, notify: subscribers.notify, retentionMs });
  const revoked = createRevokedSessions(revokedModel, subscribers.notify);

  const reload = async (userId: string): Promise<void> => {
    await accounts.reload(userId);
    await revoked.reload(userId);
  };

  const refresh = async (): Promise<void> => {
    await accounts.refresh();
    await revoked.refresh();
  };

  const catchUp: Job = every('sessions.catch-up', 1_000, async () => {
    if (live.state() === 'down') await refresh();
  });

  const prune: Job = every('sessions.forget', 3_600_000, async () => {
    accounts.prune();
    revoked.prune();
  });

  const state: SessionState = { account: accounts.account, isRevoked: revoked.isRevoked };
  return {
    state,
    onChange: (listener: (userId: string) => void): void => void subscribers.add(listener),
    jobs: [catchUp, prune],
    /** Number of accounts in memory. */
    size: accounts.size,
    /** Number of single revoked logins in memory. */
    revokedSize: revoked.size,
    subscriptions: createSubscriptions(service, { live, accounts, revoked, reload, onDeleted }),
    requestSnapshot: createSnapshotRequest(service, accounts.isEmpty),
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
