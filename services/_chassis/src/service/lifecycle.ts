import { setTimeout as sleep } from 'node:timers/promises';
import type { createJobs } from '../base/jobs.ts';
import type { Subscription } from '../bus/events.ts';
import type { TokenReader } from '../http/tokens.ts';
import { observeSubscription } from './observe-messages.ts';
import type { Parts } from './open-parts.ts';
import type { RequestServer } from './request-server.ts';
import type { BuiltService } from './service-context.ts';

/** A built service and what it runs on. */
export type BuiltParts = {
  readonly parts: Parts;
  readonly server: RequestServer;
  readonly built: BuiltService;
  readonly subscriptions: readonly Subscription[];
  readonly jobs: ReturnType<typeof createJobs>;
  readonly readToken: TokenReader;
  readonly closeStorage: () => Promise<void>;
  /** How far the start came: `declared` when the topology is declared and all subscriptions are active. */
  readonly progress: { declared: boolean };
};

/** Identity has no keys to fetch: it answers with them when it is ready. */
const preload = ({ parts: { name, stopping }, built, readToken }: BuiltParts): Promise<unknown> =>
  Promise.all([name === 'identity' ? null : readToken.loadKeys(stopping.signal), built.preload?.()]);

/** Starts a built service: store, projections, jobs, subscriptions, outbox. @throws when the service stops before */
export const startParts = async (service: BuiltParts): Promise<void> => {
  const { parts, server, built, subscriptions, jobs, progress } = service;
  const { base, log, metrics, traced, stopping, bus, store, sessions } = parts;
  const preloaded = base.PRELOAD === '1' ? preload(service) : null;
  await store.connect(stopping.signal);
  await store.whenAvailable(sessions.start, stopping.signal);
  await store.whenAvailable(async () => built.start?.(), stopping.signal);
  jobs.start();
  for (const subscription of subscriptions)
    bus.subscribe(observeSubscription(subscription, { log, metrics }));
  await Promise.all([bus.ready(), preloaded]);
  progress.declared = true;
  store.relay.start();
  traced(store.worker.start)();
  server.setOpen();
  log.info({ port: server.port }, 'service started');
};

/** Stops a service: requests and messages in progress finish, and what they wrote is published. */
export const stopParts = async (service: BuiltParts): Promise<void> => {
  const { parts, server, built, jobs, closeStorage, progress } = service;
  const { base, log, spans, stopping, bus, live, store } = parts;
  server.setClosing();
  stopping.abort();
  if (progress.declared) await sleep(base.STOP_WAIT_MS);
  const serverClosed = server.close(10_000);
  await bus.stopConsuming();
  await Promise.all([serverClosed, bus.drained(10_000), jobs.stop()]);
  if (progress.declared) await store.relay.flush().catch(() => {});
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
