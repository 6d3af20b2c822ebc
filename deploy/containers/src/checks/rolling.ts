import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceName, serviceNames } from '@satrangi/contracts';
import { until } from '@satrangi/start';
import { docker } from '../docker.ts';
import type { Report } from '../report.ts';
import { openReader } from '../shop.ts';
import type { Stack } from '../stack.ts';

/** Reads of the services; concierge and analytics-usage have none that readers may repeat. */
const reads: Readonly<Partial<Record<ServiceName, string>>> = {
  identity: '/users/profile',
  catalog: '/ebooks/mine',
  library: '/library',
  payments: '/payments/mine',
  publishing: '/publishing/mine',
  cms: '/cms/blogs',
  'virtual-run': '/virtual-run/counts',
};
const EVERY_MS = 25;
const QUIET_READS = 50;
const STARTED_MS = 300_000;

type Sample = { readonly path: string; readonly outcome: string; readonly isRetryable: boolean };

/** Reads of all services in turn until it is stopped, each from an address of its own. */
const openReads = (stack: Stack, token: string) => {
  const samples: Sample[] = [];
  const waiting = new Set<Promise<void>>();
  let isStopping = false;
  const send = async (path: string, n: number): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': `198.51.100.${1 + (n % 250)}` };
    await fetch(`${stack.url}/api${path}`, { headers, signal: AbortSignal.timeout(20_000) }).then(
      async (response) => {
        await response.arrayBuffer();
        const isRetryable = response.status === 503 && response.headers.has('retry-after');
        samples.push({ path, outcome: String(response.status), isRetryable });
      },
      (error: Error & { cause?: { code?: string } }) =>
        void samples.push({ path, outcome: error.cause?.code ?? error.name, isRetryable: false }),
    );
  };
  const paths = Object.values(reads);
  const loop = (async () => {
    for (let n = 0; !isStopping; n += 1) {
      const sent = send(paths[n % paths.length] ?? '', n);
      waiting.add(sent);
      void sent.finally(() => waiting.delete(sent));
      await sleep(EVERY_MS);
    }
    await Promise.all(waiting);
  })();
  return {
    /** Samples since the last `take`. */
    count: (): number => samples.length,
    /** @returns the samples since the last call */
    take: (): Sample[] => samples.splice(0),
    stop: async (): Promise<void> => {
      isStopping = true;
      await loop;
    },
  };
};

const countsOf = (samples: readonly Sample[]): string =>
  [...Map.groupBy(samples, ({ outcome }) => outcome)]
    .map(([outcome, { length }]) => `${outcome}: ${length}`)
    .join(', ');

/** A second container of the new version starts and is healthy before the first one is stopped and removed. */
const replace = async (stack: Stack, service: ServiceName): Promise<void> => {
  const before = await stack.containers(service);
  await stack.compose([
    'up',
    '-d',
    '--no-deps',
    '--no-build',
    '--no-recreate',
    '--scale',
    `${service}=2`,
    service,
  ]);
  await until(
    `the second container of ${service} is healthy`,
    async () => {
      const ids = await stack.containers(service);
      const states = await docker(['inspect', '--format', '{{.State.Health.Status}}', ...ids]);
      return ids.length === 2 && states.split('\n').every((state) => state === 'healthy');
    },
    STARTED_MS,
    500,
  );
  for (const id of before) {
    await docker(['stop', '--time', '20', id]);
    // with the volume that its image declares
    await docker(['rm', '--volumes', id]);
  }
  stack.clearContainer(service);
};

/**
 * Replaces the containers of each service, one service after another, under reads. A response may be a 503 that names a
 * time to retry. The gateway publishes a port of the machine, so that a second one cannot run beside it: it is
 * recreated, and the time without an answer is printed.
 */
export const checkRolling = async (stack: Stack, report: Report): Promise<void> => {
  const { token } = await openReader(stack, 'rolling');
  const load = openReads(stack, token);
  await until('reads are answered', async () => load.count() > QUIET_READS, STARTED_MS);
  const quiet = load.take();
  report.check(
    `before the update: ${quiet.length} requests, all answered`,
    quiet.every(({ outcome }) => outcome === '200'),
    countsOf(quiet),
  );
  for (const service of serviceNames) {
    await replace(stack, service);
    const samples = load.take();
    const failed = samples.filter(({ outcome, isRetryable }) => outcome !== '200' && !isRetryable);
    report.check(
      `${service} replaced: ${samples.length} requests, ${countsOf(samples)}; ${failed.length} failed`,
      failed.length === 0,
      [...new Set(failed.map(({ path, outcome }) => `${path} ${outcome}`))],
    );
  }
  await stack.compose(['up', '-d', '--no-deps', '--no-build', '--force-recreate', 'gateway']);
  stack.clearContainer('gateway');
  await stack.healthy(['gateway']);
  const samples = load.take();
  const refused = samples.filter(({ outcome }) => outcome !== '200').length;
  const seconds = ((refused * EVERY_MS) / 1_000).toFixed(1);
  report.check(
    `gateway recreated: ${samples.length} requests, ${countsOf(samples)}: about ${seconds} s without it`,
    samples.at(-1)?.outcome === '200',
  );
  await load.stop();
};
