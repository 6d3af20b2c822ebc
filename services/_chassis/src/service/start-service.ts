import type { z } from 'zod';
import { skewClock } from '../base/clock.ts';
import { BaseConfig, type Environment, readConfig } from '../base/config.ts';
import { armFailpoint, failpoint } from '../base/failpoint.ts';
import { createJobs } from '../base/jobs.ts';
import { ConfigurationError, productionProblems, refuseInProduction } from '../base/production.ts';
import { filesProblems } from '../base/s3-settings.ts';
import type { Subscription } from '../bus/events.ts';
import { createReadCaller } from '../http/auth.ts';
import { createTokenReader } from '../http/tokens.ts';
import { createContext } from './create-context.ts';
import { type BuiltParts, startParts, stopParts } from './lifecycle.ts';
import { openParts, type Parts } from './open-parts.ts';
import { openRequestServer } from './request-server.ts';
import type { Overrides, RunningService } from './running-service.ts';
import { createServiceApp } from './service-app.ts';
import type { BuiltService, ServiceContext, ServiceDefinition } from './service-context.ts';
import { addServiceGauges } from './service-gauges.ts';

const readSettings = <C extends z.ZodType>(definition: ServiceDefinition<C>, env: Environment) => {
  const base = readConfig(BaseConfig, env);
  const config = readConfig(definition.config, env);
  refuseInProduction(base.NODE_ENV, [
    ...productionProblems(base),
    ...filesProblems(base),
    ...(definition.refusedInProduction?.(config) ?? []),
  ]);
  armFailpoint(base.FAILPOINT, base.NODE_ENV);
  skewClock(base.CLOCK_SKEW_MS, base.NODE_ENV);
  return { base, config };
};

/** The subscriptions of a built service. Each handles a message when the store is available. */
const subscriptionsOf = (
  { name, store, stopping, traced, sessions }: Parts,
  built: BuiltService,
): Subscription[] =>
  [...sessions.subscriptions, ...(built.subscriptions ?? [])].map(
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

const jobsOf = (parts: Parts, built: BuiltService): ReturnType<typeof createJobs> => {
  const { base, log, metrics, store, sessions, auditLog, traced } = parts;
  const own = [...sessions.jobs, ...(auditLog?.jobs ?? []), ...(built.jobs ?? [])];
  return createJobs(
    own.map((job) => ({ ...job, run: traced(job.run) })),
    { log, runOnOne: store.leases.runOnOne, timeJob: metrics.timeJob, factor: base.INTERVAL_FACTOR },
  );
};

/** Delivers waiting outbox rows as soon as broker or live log are available again. */
const wakeRelay = ({ log, bus, live, store }: Parts): void => {
  bus.onState((state) => {
    log.info({ bus: state }, 'bus state changed');
    if (state === 'up') store.relay.wake();
  });
  live.onState((state) => {
    if (state === 'up') store.relay.wake();
  });
};

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
  const { base, config } = readSettings(definition, env);
  const parts = await openParts(name, base, overrides);
  const { log, metrics, stopping, bus, live, store, sessions } = parts;
  const server = await openRequestServer(base.PORT, base.HOST);
  const { url, port, phase } = server;
  const identityUrl = base.IDENTITY_URL || (name === 'identity' ? url : '');
  if (!identityUrl) throw new ConfigurationError(['IDENTITY_URL is missing']);

  const readToken = createTokenReader(`${identityUrl}/.well-known/jwks.json`);
  const readCaller = createReadCaller(readToken, sessions.state);
  const driveSdk = definition.driveSdk ?? null;
  const { context, closeStorage } = await createContext(parts, { config, identityUrl, readCaller, driveSdk });
  const built = await definition.build(context);
  const subscriptions = subscriptionsOf(parts, built);
  const progress: BuiltParts['progress'] = { declared: false };
  const isDeclared = (): boolean => progress.declared;
  server.handleWith(createServiceApp({ parts, built, subscriptions, readCaller, phase, isDeclared }));
  addServiceGauges(metrics, { relay: store.relay, bus, subscriptions });
  wakeRelay(parts);
  const jobs = jobsOf(parts, built);

  const service = { parts, server, built, subscriptions, jobs, readToken, closeStorage, progress };
  const starting = startParts(service);
  starting.catch((err: unknown) => {
    if (!stopping.signal.aborted) log.fatal({ err }, 'service start failed');
  });
  let stopped: Promise<void> | undefined;
  const stopOnce = (): Promise<void> => {
    stopped ??= stopParts(service);
    return stopped;
  };

  return {
    name,
    url,
    port,
    ready: () => starting,
    stop: stopOnce,
    internals: {
      // tests and the launcher do not know the configuration of a service
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
