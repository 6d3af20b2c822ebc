import { join } from 'node:path';
import type { Subscription } from '../bus/events.ts';
import { createApp } from '../http/app.ts';
import { createAuth, type ReadCaller } from '../http/auth.ts';
import type { MountedApi } from '../http/mount-api.ts';
import { type Health, mountOpsRoutes } from '../http/ops-routes.ts';
import { connectionHandlers } from './connections.routes.ts';
import type { Parts } from './open-parts.ts';
import { mountOperations } from './operations.routes.ts';
import type { RequestServer } from './request-server.ts';
import type { BuiltService } from './service-context.ts';

export type AppDeps = {
  readonly parts: Parts;
  readonly built: BuiltService;
  readonly subscriptions: readonly Subscription[];
  readonly readCaller: ReadCaller;
  readonly phase: RequestServer['phase'];
  /** True when the topology is declared and all subscriptions are active. */
  readonly isDeclared: () => boolean;
};

/** The endpoints for admins that every service has; the gateway has none. */
const operationsOf = ({ parts, built, subscriptions }: AppDeps): readonly MountedApi[] => {
  const { name, base, store, bus, clock, log } = parts;
  if (name === 'gateway') return [];
  const deps = { store: store.serviceStore, clock, log, secret: base.INTERNAL_SECRET };
  const connections = connectionHandlers({ ...deps, connections: built.connections ?? [] });
  return [mountOperations({ service: name, subscriptions, bus, connections })];
};

const createHealth =
  ({ parts: { store, bus, live }, phase, isDeclared }: AppDeps) =>
  async (): Promise<Health> => {
    const storeUp = await store.answers();
    return {
      ok: phase() === 'open' && storeUp && isDeclared(),
      parts: { store: storeUp ? 'up' : 'down', bus: bus.state(), live: live.state() },
      waitingFor: [...(storeUp ? [] : ['store']), ...(isDeclared() || bus.state() === 'up' ? [] : ['bus'])],
    };
  };

/** Creates the handler of all requests of a built service: its endpoints, those for admins, health and metrics. */
export const createServiceApp = (deps: AppDeps) => {
  const { parts, built, readCaller, phase } = deps;
  const { name, base, log, metrics, spans, auditLog } = parts;
  return createApp({
    apis: [...built.apis, ...operationsOf(deps)],
    auth: createAuth(readCaller, base.INTERNAL_SECRET),
    log,
    audit: auditLog?.audit,
    reach: built.reach,
    storeAnswers: () => parts.store.answers(),
    uploadDir: join(base.DATA_DIR, 'arriving'),
    // open while stopping, too: requests in progress finish, and other services may need identity's keys
    isOpen: () => phase() !== 'starting',
    observe: metrics.observeRequest,
    spans,
    mountOps: mountOpsRoutes({ service: name, metrics, health: createHealth(deps) }),
  });
};
