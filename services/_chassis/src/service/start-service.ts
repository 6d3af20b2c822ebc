import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { databaseName, LIVE_RESET } from '@satrangi/contracts';
import type { z } from 'zod';
import { skewClock, systemClock } from '../base/clock.ts';
import { BaseConfig, type Environment, readConfig } from '../base/config.ts';
import { armFailpoint, failpoint } from '../base/failpoint.ts';
import { systemIds } from '../base/ids.ts';
import { createJobs } from '../base/jobs.ts';
import { createLog } from '../base/log.ts';
import { ConfigurationError, productionProblems, refuseInProduction } from '../base/production.ts';
import { filesProblems } from '../base/s3-settings.ts';
import { createEventFactory, type Subscription } from '../bus/events.ts';
import { openBus } from '../bus/open-bus.ts';
import { createFileStore } from '../files/file-store.ts';
import { openStorage } from '../files/open-storage.ts';
import { createOwnFiles } from '../files/own-files.ts';
import { createScratch } from '../files/scratch.ts';
import { answerUnavailable, createApp } from '../http/app.ts';
import { createAuth, createReadCaller, sessionEnded } from '../http/auth.ts';
import { closeServer, listen } from '../http/listen.ts';
import type { MountedApi } from '../http/mount-api.ts';
import { mountOpsRoutes } from '../http/ops-routes.ts';
import { createServiceServer } from '../http/server.ts';
import { createTokenReader } from '../http/tokens.ts';
import { openLiveLog } from '../live/open-live.ts';
import { openDrive } from '../providers/open-drive.ts';
import { revokedSessionSchema } from '../store/revoked-sessions.ts';
import { createSessionRevocations, sessionSchema } from '../store/session-revocations.ts';
import { openStore } from '../store/store.ts';
import { openSpans } from '../tracing/open-spans.ts';
import { bindSpans } from '../tracing/spans.ts';
import { createAuditLog } from './audit-log.ts';
import { connectionHandlers } from './connections.routes.ts';
import { createMetrics } from './metrics.ts';
import { observePublish, observeSubscription } from './observe-messages.ts';
import { mountOperations } from './operations.routes.ts';
import type { Overrides, RunningService } from './running-service.ts';
import type { ServiceContext, ServiceDefinition } from './service-context.ts';
import { addServiceGauges } from './service-gauges.ts';

/**
 * Starts a service. It listens immediately and answers 503 until store, broker and projections are ready, in any order
 * and without a time limit.
 * @throws ConfigurationError when the configuration is not valid or not allowed in production; Error when the port is
 * taken
 */
export const startService = async <C extends z.ZodType>(
  definition: ServiceDefinition<C>,
  env: Environment,
  overrides: Overrides = {},
): Promise<RunningService> => {
  const { name } = definition;
  const base = readConfig(BaseConfig, env);
  const config = readConfig(definition.config, env);
  refuseInProduction(base.NODE_ENV, [
    ...productionProblems(base),
    ...filesProblems(base),
    ...(definition.refusedInProduction?.(config) ?? []),
  ]);
  armFailpoint(base.FAILPOINT, base.NODE_ENV);
  skewClock(base.CLOCK_SKEW_MS, base.NODE_ENV);

  const log = overrides.log ?? createLog(name, base.LOG_LEVEL);
  const clock = overrides.clock ?? systemClock();
  const metrics = createMetrics(name);
  const spans = await openSpans(base, name, log);
  const traced = bindSpans(spans);
  const stopping = new AbortController();
  const bus =
    overrides.bus ??
    (await openBus(base.AMQP_URL, {
      service: name,
      log,
      secret: base.INTERNAL_SECRET,
      prefix: base.AMQP_PREFIX,
      declares: base.AMQP_DECLARE,
      hooks: metrics.hooks,
      memory: { parkedDir: join(base.DATA_DIR, 'parked') },
    }));
  const live = overrides.live ?? (await openLiveLog(base.REDIS_URL, { prefix: base.REDIS_PREFIX }));
  const store = openStore({
    uri: base.MONGODB_URI,
    database: databaseName(name, base.DB_SUFFIX),
    service: name,
    log,
    publish: observePublish(bus.publish, log, spans),
    notify: ({ message, audience }, change) => live.publish(message, audience, change),
    busUp: () => bus.state() === 'up',
    refusesUnsafe: base.NODE_ENV === 'production',
    intervalFactor: base.INTERVAL_FACTOR,
  });
  const newEvent = createEventFactory(name, clock, systemIds);
  const auditLog =
    name === 'gateway'
      ? null
      : createAuditLog({ service: name, store: store.serviceStore, clock, ids: systemIds, log, newEvent });
  const sessions = createSessionRevocations(
    name,
    {
      accounts: store.serviceStore.collection('sessions', sessionSchema),
      revoked: store.serviceStore.collection('revoked-sessions', revokedSessionSchema),
    },
    live,
    auditLog ? { onDeleted: auditLog.erase } : {},
  );

  let phase: 'starting' | 'open' | 'closing' = 'starting';
  let answer: RequestListener = answerUnavailable;
  const server = createServiceServer((request, response) => {
    // while stopping, clients must open a connection to another replica for the next request
    if (phase === 'closing') response.shouldKeepAlive = false;
    answer(request, response);
  });
  const port = await listen(server, base.PORT, base.HOST);
  const url = `http://${base.HOST === '0.0.0.0' ? '127.0.0.1' : base.HOST}:${port}`;
  const identityUrl = base.IDENTITY_URL || (name === 'identity' ? url : '');
  if (!identityUrl) throw new ConfigurationError(['IDENTITY_URL is missing']);

  const readToken = createTokenReader(`${identityUrl}/.well-known/jwks.json`);
  const readCaller = createReadCaller(readToken, sessions.state);
  const drive = openDrive(base, log);
  const { storage, close: closeStorage } = await openStorage(base, log);
  const scratch = createScratch(join(base.DATA_DIR, 'scratch'));
  const context: ServiceContext<z.output<C>> = {
    name,
    config,
    log,
    clock,
    ids: systemIds,
    store: store.serviceStore,
    live: {
      publish: live.publish,
      subscribe: (listener) => {
        const off = live.subscribe(({ message, audience, change }) => listener(message, audience, change));
        const offReset = live.onReset(() => listener({ type: LIVE_RESET, id: name }, { to: 'internal' }));
        return () => {
          off();
          offReset();
        };
      },
    },
    sessions: {
      hasEnded: (login) => sessionEnded(sessions.state, login),
      onChange: sessions.onChange,
      readCaller,
      requestSnapshot: () =>
        void sessions.requestSnapshot(context.events.newEvent, bus.publish, {
          rebuild: context.settings.rebuildProjections,
          signal: stopping.signal,
        }),
    },
    files: createFileStore({ storage, scratch, drive, log }),
    ownFiles: createOwnFiles({ storage, scratch, log }, `files/own/${name}`),
    filesIn: (folder) => createOwnFiles({ storage, scratch, log }, folder),
    scratch,
    drive,
    events: { newEvent, publish: bus.publish },
    metrics,
    settings: {
      rebuildProjections: base.PROJECTION_REBUILD === '1',
      dataDir: base.DATA_DIR,
      identityUrl,
      internalSecret: base.INTERNAL_SECRET,
      nodeEnv: base.NODE_ENV,
      google: { serviceAccount: base.GOOGLE_SERVICE_ACCOUNT, baseUrl: base.GOOGLE_BASE_URL },
    },
    onStop: (stop) => stopping.signal.addEventListener('abort', stop, { once: true }),
  };

  const built = await definition.build(context);
  const subscriptions = [...sessions.subscriptions, ...(built.subscriptions ?? [])].map(
    (subscription): Subscription => ({
      ...subscription,
      handle: async (event) => {
        failpoint(`${name}.received-before-commit`);
        // an unavailable store must not use up the tries of a message
        await store.whenAvailable(() => traced(subscription.handle)(event), stopping.signal);
        failpoint(`${name}.committed-before-ack`);
      },
    }),
  );

  const operations = (): MountedApi => {
    const deps = { store: store.serviceStore, clock, log, secret: base.INTERNAL_SECRET };
    const connections = connectionHandlers({ ...deps, connections: built.connections ?? [] });
    return mountOperations({ service: name, subscriptions, bus, connections });
  };
  let declared = false;
  answer = createApp({
    apis: [...built.apis, ...(name === 'gateway' ? [] : [operations()])],
    auth: createAuth(readCaller, base.INTERNAL_SECRET),
    log,
    audit: auditLog?.audit,
    reach: built.reach,
    uploadDir: join(base.DATA_DIR, 'arriving'),
    // open while stopping, too: requests in progress finish, and other services may need identity's keys
    isOpen: () => phase !== 'starting',
    observe: metrics.observeRequest,
    spans,
    mountOps: mountOpsRoutes({
      service: name,
      metrics,
      health: async () => {
        const storeUp = await store.answers();
        return {
          ok: phase === 'open' && storeUp && declared,
          parts: { store: storeUp ? 'up' : 'down', bus: bus.state(), live: live.state() },
          waitingFor: [...(storeUp ? [] : ['store']), ...(declared || bus.state() === 'up' ? [] : ['bus'])],
        };
      },
    }),
  });

  addServiceGauges(metrics, { relay: store.relay, bus, subscriptions });
  bus.onState((state) => {
    log.info({ bus: state }, 'bus state changed');
    if (state === 'up') store.relay.wake();
  });
  live.onState((state) => {
    if (state === 'up') store.relay.wake();
  });

  const ownJobs = [...sessions.jobs, ...(auditLog?.jobs ?? []), ...(built.jobs ?? [])];
  const tracedJobs = ownJobs.map((job) => ({ ...job, run: traced(job.run) }));
  const { runOnOne } = store.leases;
  const { timeJob } = metrics;
  const jobs = createJobs(tracedJobs, { log, runOnOne, timeJob, factor: base.INTERVAL_FACTOR });

  const starting = (async () => {
    await store.connect(stopping.signal);
    await store.whenAvailable(sessions.start, stopping.signal);
    await store.whenAvailable(async () => built.start?.(), stopping.signal);
    jobs.start();
    for (const subscription of subscriptions)
      bus.subscribe(observeSubscription(subscription, { log, metrics }));
    await bus.ready();
    declared = true;
    store.relay.start();
    traced(store.worker.start)();
    if (phase === 'starting') phase = 'open';
    log.info({ port }, 'service started');
  })();
  starting.catch((err: unknown) => {
    if (!stopping.signal.aborted) log.fatal({ err }, 'service start failed');
  });

  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    phase = phase === 'starting' ? 'starting' : 'closing';
    stopping.abort();
    if (declared) await new Promise((resolve) => setTimeout(resolve, base.STOP_WAIT_MS));
    const serverClosed = closeServer(server, 10_000);
    await bus.stopConsuming();
    await Promise.all([serverClosed, bus.drained(10_000), jobs.stop()]);
    if (declared) await store.relay.flush().catch(() => {});
    await store.leases.releaseAll().catch(() => {});
    await store.worker.stop();
    await store.relay.stop();
    await built.close?.();
    await bus.close();
    await live.close();
    await closeStorage();
    await store.close();
    await spans?.close();
    log.info('service stopped');
  };
  const stopOnce = (): Promise<void> => {
    stopped ??= stop();
    return stopped;
  };

  return {
    name,
    url,
    port,
    ready: () => starting,
    stop: stopOnce,
    internals: {
      context: context as ServiceContext<unknown>,
      bus,
      live,
      store,
      subscriptions,
      runJob: jobs.run,
    },
    [Symbol.asyncDispose]: stopOnce,
  };
};
