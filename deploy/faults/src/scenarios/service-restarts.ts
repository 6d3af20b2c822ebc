import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceName, serviceNames } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Fixture, PartName } from '../fixture.ts';
import { generateLoadWhile, type Sample } from '../load-generator.ts';
import { confirmPayment, createOrder, type PaidOrder, type Purchase, payOrder } from '../purchase.ts';
import { newPurchases, settleAndCount } from './purchases.ts';
import type { Scenario } from './scenario.ts';

const parts: readonly PartName[] = [...serviceNames, 'gateway'];
const EXIT_MS = 15_000;
/** Together ten orders a second, when the machine is fast enough. */
const BUYERS = 4;
const BUY_EVERY_MS = 400;
/** Warm-up after a topology change; these requests are not checked. */
const SETTLE_MS = 1_500;
/** Production drain times; other scenarios shorten them. */
const DEFAULT_DRAIN = { STOP_WAIT_MS: undefined, DRAIN_MS: undefined };
const FAST_DRAIN = { STOP_WAIT_MS: '0', DRAIN_MS: '0' };

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
};
const p99 = (samples: readonly Sample[]): number =>
  quantile(
    samples.map(({ ms }) => ms),
    0.99,
  );
const formatCounts = (samples: readonly Sample[]): string => {
  const statuses = Map.groupBy(samples, ({ status, error }) => error ?? String(status));
  return [...statuses].map(([status, { length }]) => `${status}: ${length}`).join(', ');
};

const formatFirst = ([first]: readonly Sample[]): string => (first ? ` first: ${JSON.stringify(first)}` : '');

/** Sends SIGTERM, as a container engine does, and waits for the next start. @returns the shutdown time in ms */
const restart = async (fixture: Fixture, name: PartName): Promise<number> => {
  const part = fixture.part(name);
  const before = part.starts();
  const pid = part.pid();
  const began = performance.now();
  part.kill('SIGTERM');
  await poll(async () => part.pid() !== pid, 2 * EXIT_MS, 10);
  const durations = performance.now() - began;
  await poll(async () => part.starts() > before, EXIT_MS, 10);
  await fixture.ready();
  return durations;
};

/** P28: processes are restarted one after the other under read and purchase load. */
export const rollingRestarts: Scenario = {
  name: 'rolling restarts',
  run: async (fixture, report, { restarts }) => {
    const stops: number[] = [];
    const gatewayStops: { from: number; to: number }[] = [];
    const paid: PaidOrder[] = [];
    const stopBuying = new AbortController();
    const failures: string[] = [];
    const createAndPay = async (purchase: Purchase): Promise<void> => {
      const one = await payOrder(fixture, purchase, await createOrder(fixture, purchase));
      paid.push(one);
      if (paid.length % 2 === 0) await confirmPayment(fixture, one);
    };
    const buyer = async (): Promise<void> => {
      while (!stopBuying.signal.aborted)
        for (const purchase of (await poll(() => newPurchases(fixture, 20), EXIT_MS)) ?? []) {
          if (stopBuying.signal.aborted) break;
          await Promise.all([
            createAndPay(purchase).catch((error: unknown) => void failures.push(String(error))),
            sleep(BUY_EVERY_MS),
          ]);
        }
    };
    for (const name of parts) fixture.part(name).setEnv(DEFAULT_DRAIN);

    const samples = await generateLoadWhile(fixture, await fixture.newReader(), 200, async () => {
      const ordersCreated = Promise.all(Array.from({ length: BUYERS }, buyer));
      for (let n = 0; n < restarts; n += 1) {
        const name = parts[n % parts.length] ?? 'payments';
        const from = Date.now() - 1_000;
        stops.push(await restart(fixture, name));
        if (name === 'gateway') gatewayStops.push({ from, to: Date.now() });
      }
      stopBuying.abort();
      await ordersCreated;
    });
    for (const name of parts) fixture.part(name).setEnv(FAST_DRAIN);

    // A single gateway refuses connections while it restarts. gateway/test/graceful-shutdown.int.test.ts checks that it
    // loses no accepted request.
    const isRefusedByStoppedGateway = ({ sentAt, error }: Sample): boolean =>
      error === 'ECONNREFUSED' ||
      (error === 'ECONNRESET' && gatewayStops.some(({ from, to }) => sentAt >= from && sentAt <= to));
    const unexpected = samples.filter(
      (sample) =>
        sample.status !== 200 &&
        !(sample.status === 503 && sample.isRetryable) &&
        !isRefusedByStoppedGateway(sample),
    );
    report.check(
      `rolling restarts: ${restarts} stops lose no request; every response is 200 or retryable`,
      unexpected.length === 0,
      `${samples.length} requests, ${formatCounts(samples)}; p99 ${p99(samples)} ms${formatFirst(unexpected)}`,
    );
    report.check(
      'rolling restarts: every process exits within 15 s',
      stops.every((ms) => ms <= EXIT_MS),
      `p50 ${quantile(stops, 0.5)} ms, longest ${quantile(stops, 1)} ms`,
    );
    const { ok, detail, counts } = await settleAndCount(fixture, paid);
    report.check(
      'rolling restarts: no message is lost, every order is granted once',
      ok && failures.length === 0,
      `${detail} refused=${failures.length} ${failures[0] ?? ''}`,
      counts,
    );
  },
};

const portOf = (fixture: Fixture, name: ServiceName): string => new URL(fixture.serviceUrl(name)).port;

/** P27: one service after the other is down; all other routes are unaffected. */
export const deadService: Scenario = {
  name: 'dead service',
  run: async (fixture, report, { deadServiceSeconds }) => {
    const reader = await fixture.newReader();
    for (const dead of serviceNames) {
      const baseline = await generateLoadWhile(fixture, reader, 500, () =>
        sleep(2_000 + deadServiceSeconds * 100),
      );
      // It listens on another port: unreachable, without the cost of restart attempts.
      await fixture.crash(dead, { PORT: '0' });
      await sleep(SETTLE_MS);
      const samples = await generateLoadWhile(fixture, reader, 500, () => sleep(deadServiceSeconds * 1_000));
      const port = portOf(fixture, dead);
      await fixture.crash(dead, { PORT: port });
      await fixture.ready();

      const own = samples.filter(({ service }) => service === dead);
      const others = samples.filter(({ service }) => service !== dead);
      const baselineOthers = baseline.filter(({ service }) => service !== dead);
      const refusedMs = quantile(
        own.map(({ ms }) => ms),
        0.5,
      );
      const wrong = samples.filter(({ service, status, isRetryable }) =>
        service === dead ? status !== 503 || !isRetryable : status !== 200,
      );
      report.check(
        `dead service: without ${dead} its routes answer 503 with Retry-After, all others answer 200`,
        wrong.length === 0,
        `own ${formatCounts(own)}, p50 ${refusedMs} p99 ${p99(own)} ms; others ${formatCounts(others)}, p99 ${p99(others)} ms, before ${p99(baselineOthers)} ms${formatFirst(wrong)}`,
      );
    }
  },
};
