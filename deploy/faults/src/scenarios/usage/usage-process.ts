import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  analyticsUsageApi,
  type Client,
  createClient,
  databaseName,
  type EventDefinition,
  type Kpis,
  type ServiceName,
  subscriptions,
  type UsageMetrics,
} from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Document } from 'mongodb';
import type { z } from 'zod';
import type { Fixture } from '../../fixture.ts';
import { request } from '../../http.ts';
import { without } from '../../mutations/mutation-env.ts';

type Env = Readonly<Record<string, string | undefined>>;
export type Observed = 'analytics-usage' | 'concierge';

const READY_MS = 60_000;
const COUNTED_MS = 40_000;
const QUIET_MS = 400;

/** Everything that a trial may have set. */
const unset: Env = {
  ...without(),
  FAILPOINT: undefined,
  OPENAI_API_KEY: undefined,
  OPENAI_BASE_URL: undefined,
  AI_TIMEOUT_MS: undefined,
};

export const collectionOf = <T extends Document>(fixture: Fixture, service: ServiceName, name: string) =>
  fixture.mongo.db(databaseName(service)).collection<T>(name);

export const dashboardOf = ({ serviceUrl, adminToken }: Fixture): Client<typeof analyticsUsageApi> =>
  createClient(analyticsUsageApi, { baseUrl: serviceUrl('analytics-usage'), token: () => adminToken });

export const readNumbers = async (fixture: Fixture): Promise<{ kpis: Kpis; usage: UsageMetrics }> => {
  const dashboard = dashboardOf(fixture);
  return { kpis: await dashboard.getKpis(), usage: await dashboard.getUsage({ query: {} }) };
};

/** Restarts a process by SIGKILL with changes to its environment; returns when it is ready. */
export const restart = async (fixture: Fixture, name: Observed, env: Env = {}): Promise<void> => {
  await fixture.crash(name, env);
  const url = `${fixture.serviceUrl(name)}/health/ready`;
  const isReady = await poll(async () => (await request(url)).status === 200, READY_MS, 50);
  if (!isReady) throw new Error(`${name} is not ready`);
};

/** Restarts a process as it is written. */
export const restoreOf =
  (name: Observed) =>
  (fixture: Fixture): Promise<void> =>
    restart(fixture, name, unset);

/** An event as its service publishes it. */
export const eventOf = <E extends EventDefinition>(
  definition: E,
  data: z.input<E['data']>,
  id: string = randomUUID(),
) => ({
  specversion: '1.0',
  id,
  type: definition.type,
  source: definition.type.split('.')[0] ?? '',
  subject: 'faults',
  time: new Date().toISOString(),
  correlationid: randomUUID(),
  data,
});
export type Published = ReturnType<typeof eventOf>;

export const publish = (fixture: Fixture, events: readonly Published[]): Promise<void> =>
  fixture.queues.publishSigned(events, (content) =>
    createHmac('sha256', fixture.platform.secrets.INTERNAL_SECRET).update(content).digest('base64url'),
  );

type StoredFact = { _id: string; pending?: boolean };

/** Waits until the queues of analytics-usage are empty and every fact is counted. @returns false at the time limit */
export const waitUntilCounted = async (fixture: Fixture, withinMs = COUNTED_MS): Promise<boolean> => {
  const facts = collectionOf<StoredFact>(fixture, 'analytics-usage', 'facts');
  const queues = Object.values(subscriptions).filter(({ service }) => service === 'analytics-usage');
  const isQuiet = async (): Promise<boolean> =>
    (await fixture.queues.waitingIn(queues.map(({ queue }) => queue))) === 0 &&
    (await facts.countDocuments({ pending: true })) === 0;
  // a message that is being handled is in no queue: quiet twice
  const isCounted = await poll(async () => {
    if (!(await isQuiet())) return false;
    await sleep(QUIET_MS);
    return isQuiet();
  }, withinMs);
  return isCounted === true;
};
