import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceName, serviceNames } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Fixture, PartName } from '../fixture.ts';
import { request } from '../http.ts';
import { generateLoadWhile, type Sample } from '../load-generator.ts';
import { createOrder, type PaidOrder, payOrder } from '../purchase.ts';
import { newPurchases, settleAndCount } from './purchases.ts';
import type { Scenario } from './scenario.ts';

const clients: readonly PartName[] = [...serviceNames, 'gateway'];
/** Regression: a service once exited when the store started later than this. */
const STORE_SECONDS = 12;
const REQUESTS_PER_SECOND = 40;
/** The response timeout of the gateway is 10 s; the rest allows for a busy machine. */
const RESPONSE_TIMEOUT_MS = 15_000;
const STARTED_MS = 60_000;
const RECOVERY_MS = 60_000;

type Dependency = {
  readonly name: string;
  /** Stops it. @returns the function that starts it again; null when it is shared with other runs */
  readonly remove: (fixture: Fixture) => Promise<(() => Promise<void>) | null>;
  /** Expected readiness of each service during the outage, by whether the services started before or after it began. */
  readonly expectedReadiness: (started: 'before' | 'after') => Readonly<Record<string, unknown>>;
  readonly seconds?: number;
};

const holdService =
  (name: PartName): Dependency['remove'] =>
  async (fixture) => {
    const release = await fixture.part(name).hold();
    return async () => release();
  };
const killed =
  (which: 'rabbit' | 'redis'): Dependency['remove'] =>
  async ({ infra }) => {
    const { server } = infra[which];
    if (!server) return null;
    await server.kill();
    return () => server.start();
  };

const dependencies: readonly Dependency[] = [
  {
    name: 'store',
    remove: holdService('mongo'),
    expectedReadiness: () => ({ ok: false, store: 'down', waitingFor: ['store'] }),
    seconds: STORE_SECONDS,
  },
  {
    name: 'broker',
    remove: killed('rabbit'),
    expectedReadiness: (started) =>
      started === 'after'
        ? { ok: false, bus: 'down', waitingFor: ['bus'] }
        : { ok: true, bus: 'down', waitingFor: [] },
  },
  {
    name: 'Redis',
    remove: killed('redis'),
    expectedReadiness: () => ({ ok: true, live: 'down', waitingFor: [] }),
  },
  ...serviceNames.map((name) => ({
    name,
    remove: holdService(name),
    expectedReadiness: () => ({ ok: true, waitingFor: [] }),
  })),
];

/** Services that others call. The rest is down only nightly: `dead service` kills each one while the others run. */
const called: readonly string[] = ['identity', 'catalog'] satisfies ServiceName[];
const isOfPullRequest = ({ name }: Dependency): boolean =>
  called.includes(name) || !serviceNames.some((service) => service === name);

const isAlive = async (fixture: Fixture, name: ServiceName): Promise<boolean> =>
  (await request(`${fixture.serviceUrl(name)}/health/live`)).status === 200;

const isGatewayOpen = async (fixture: Fixture): Promise<boolean> =>
  (await request(`${fixture.api}/healthz`)).status === 200;

/** Kills these processes and waits until each is alive again, ready or not. */
const restartAll = async (fixture: Fixture, names: readonly PartName[]): Promise<void> => {
  await Promise.all(names.map((name) => fixture.crash(name)));
  const areStarted = await poll(async () => {
    const services = serviceNames.filter((name) => names.includes(name));
    const alive = await Promise.all(services.map((name) => isAlive(fixture, name)));
    return alive.every(Boolean) && (await isGatewayOpen(fixture));
  }, STARTED_MS);
  if (!areStarted) throw new Error('processes do not start without their dependency');
};

/** @returns one line for each service whose readiness differs from what is expected */
const wrongReadiness = async (
  fixture: Fixture,
  names: readonly ServiceName[],
  expected: Readonly<Record<string, unknown>>,
): Promise<string[]> => {
  const wrong: string[] = [];
  for (const name of names) {
    const { body } = await request(`${fixture.serviceUrl(name)}/health/ready`);
    const matches = body as Record<string, unknown>;
    for (const [field, value] of Object.entries(expected))
      if (JSON.stringify(matches?.[field]) !== JSON.stringify(value))
        wrong.push(`${name} reports ${field}=${JSON.stringify(matches?.[field])}`);
  }
  return wrong;
};

const isUnexpected = ({ status, isRetryable, ms }: Sample): boolean =>
  ms > RESPONSE_TIMEOUT_MS || !(status === 200 || ((status === 503 || status === 504) && isRetryable));

const formatStatuses = (samples: readonly Sample[]): string =>
  [
    ...Map.groupBy(samples, ({ status, error, isRetryable }) =>
      isRetryable ? String(status) : (error ?? String(status)),
    ),
  ]
    .map(([status, { length }]) => `${status}: ${length}`)
    .sort()
    .join(', ');

type Outage = { readonly fixture: Fixture; readonly dependency: Dependency; readonly mode: 'late' | 'gone' };

/** @returns the failures and a summary line; null when the dependency is shared with other runs */
const runOutage = async (
  { fixture, dependency, mode }: Outage,
  seconds: number,
  createOrders: () => Promise<void>,
): Promise<{ failures: readonly string[]; line: string } | null> => {
  const running = clients.filter((name) => name !== dependency.name);
  const services = serviceNames.filter((name) => name !== dependency.name);
  const reader = await fixture.newReader();
  const restore = await dependency.remove(fixture);
  if (!restore) return null;
  const failures: string[] = [];
  let recoveryMs = 0;
  try {
    if (mode === 'late') await restartAll(fixture, running);
  } catch (error) {
    failures.push(String(error));
  }
  const starts = running.map((name) => fixture.part(name).starts());
  // the purchase begins during the outage, is retried, and completes after it
  const ordersCreated = createOrders().catch((error: unknown) => void failures.push(String(error)));
  const samples = await generateLoadWhile(fixture, reader, REQUESTS_PER_SECOND, async () => {
    await sleep(seconds * 1_000);
    const expected = dependency.expectedReadiness(mode === 'late' ? 'after' : 'before');
    const matches = await poll(
      async () => (await wrongReadiness(fixture, services, expected)).length === 0,
      RESPONSE_TIMEOUT_MS,
    );
    if (!matches) failures.push(...(await wrongReadiness(fixture, services, expected)));
    const { status } = await request(`${fixture.api}/readyz`);
    const isServiceDependency = serviceNames.some((name) => name === dependency.name);
    if ((status === 200) !== (expected.ok === true && !isServiceDependency))
      failures.push(`gateway readiness is ${status}`);
    await restore();
    const began = performance.now();
    await poll(async () => (await request(`${fixture.api}/readyz`)).status === 200, RECOVERY_MS);
    recoveryMs = performance.now() - began;
  });
  await fixture.ready();
  await ordersCreated;
  const ended = running.filter((name, n) => fixture.part(name).starts() !== starts[n]);
  failures.push(...ended.map((name) => `${name} exited`));
  if (recoveryMs > RECOVERY_MS) failures.push('not ready again');
  const wrong = samples.filter(isUnexpected);
  if (wrong[0]) failures.push(`${wrong.length} unexpected responses, first ${JSON.stringify(wrong[0])}`);
  const [slowest] = samples.toSorted((one, other) => other.ms - one.ms);
  return {
    failures,
    line: `${formatStatuses(samples)}; longest ${Math.round(slowest?.ms ?? 0)} ms (${slowest?.service}); ready ${(recoveryMs / 1_000).toFixed(1)} s after recovery`,
  };
};

/** Processes start in any order, minutes apart, and none exits because a dependency is down. */
export const dependencyOutages: Scenario = {
  name: 'dependency outages',
  run: async (fixture, report, { outageSeconds, isNightly }) => {
    const paid: PaidOrder[] = [];
    const createOrders = async (): Promise<void> => {
      for (const purchase of (await poll(
        () => newPurchases(fixture, 1),
        RECOVERY_MS + outageSeconds * 1_000,
      )) ?? [])
        paid.push(await payOrder(fixture, purchase, await createOrder(fixture, purchase)));
    };
    for (const dependency of isNightly ? dependencies : dependencies.filter(isOfPullRequest))
      for (const mode of ['late', 'gone'] as const) {
        const seconds = Math.max(outageSeconds, dependency.seconds ?? 0);
        const what =
          mode === 'late' ? `down for ${seconds} s at startup` : `down for ${seconds} s while running`;
        const name = `dependency outages: ${dependency.name} ${what}: no process exits, every response is 200 or retryable`;
        const outcome = await runOutage({ fixture, dependency, mode }, seconds, createOrders);
        if (!outcome) report.skip(name, 'it is shared with other runs');
        else
          report.check(name, outcome.failures.length === 0, [outcome.line, ...outcome.failures].join('; '));
      }
    const { ok, detail, counts } = await settleAndCount(fixture, paid);
    report.check(
      'dependency outages: orders paid during the outage are granted once, no message is parked',
      ok,
      detail,
      counts,
    );
  },
};
