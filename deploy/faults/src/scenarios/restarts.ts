import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceName, serviceNames } from '@satrangi/contracts';
import { until } from '../http.ts';
import { comeBack, type Paid, pay, start, type Wish } from '../shop.ts';
import { type Visit, visitWhile } from '../visits.ts';
import type { PartName, World } from '../world.ts';
import type { Scenario } from './scenario.ts';
import { settled, wishesOf } from './wishes.ts';

const parts: readonly PartName[] = [...serviceNames, 'gateway'];
const EXIT_MS = 15_000;
/** Ten orders a second together, when the machine has time for them. */
const BUYERS = 4;
const BUY_EVERY_MS = 400;
/** Nobody is judged by the first requests after a change of who is there. */
const SETTLE_MS = 1_500;
/** As long as a stop waits for what is under way where nothing shortens it. */
const USUAL = { STOP_WAIT_MS: undefined, DRAIN_MS: undefined };
const QUICK = { STOP_WAIT_MS: '0', DRAIN_MS: '0' };

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
};
const p99 = (visits: readonly Visit[]): number =>
  quantile(
    visits.map(({ ms }) => ms),
    0.99,
  );
const inWords = (visits: readonly Visit[]): string => {
  const statuses = Map.groupBy(visits, ({ status, error }) => error ?? String(status));
  return [...statuses].map(([status, { length }]) => `${status}: ${length}`).join(', ');
};

const firstOf = ([first]: readonly Visit[]): string => (first ? ` first: ${JSON.stringify(first)}` : '');

/** Asks it to stop, as an engine does before it starts the next one. @returns how long it took to leave, in ms */
const restart = async (world: World, name: PartName): Promise<number> => {
  const part = world.part(name);
  const before = part.starts();
  const pid = part.pid();
  const began = performance.now();
  part.kill('SIGTERM');
  await until(async () => part.pid() !== pid, 2 * EXIT_MS, 10);
  const took = performance.now() - began;
  await until(async () => part.starts() > before, EXIT_MS, 10);
  await world.ready();
  return took;
};

/** P28: parts are restarted one after the other while people read and buy. */
export const rollingRestarts: Scenario = {
  name: 'rolling restarts',
  run: async (world, report, { restarts }) => {
    const stops: number[] = [];
    const shut: { from: number; to: number }[] = [];
    const paid: Paid[] = [];
    const buying = new AbortController();
    const troubles: string[] = [];
    const buyOne = async (wish: Wish): Promise<void> => {
      const one = await pay(world, wish, await start(world, wish));
      paid.push(one);
      if (paid.length % 2 === 0) await comeBack(world, one);
    };
    const buyer = async (): Promise<void> => {
      while (!buying.signal.aborted)
        for (const wish of (await until(() => wishesOf(world, 20), EXIT_MS)) ?? []) {
          if (buying.signal.aborted) break;
          await Promise.all([
            buyOne(wish).catch((error: unknown) => void troubles.push(String(error))),
            sleep(BUY_EVERY_MS),
          ]);
        }
    };
    for (const name of parts) world.part(name).setEnv(USUAL);

    const visits = await visitWhile(world, await world.newReader(), 200, async () => {
      const bought = Promise.all(Array.from({ length: BUYERS }, buyer));
      for (let n = 0; n < restarts; n += 1) {
        const name = parts[n % parts.length] ?? 'payments';
        const from = Date.now() - 1_000;
        stops.push(await restart(world, name));
        if (name === 'gateway') shut.push({ from, to: Date.now() });
      }
      buying.abort();
      await bought;
    });
    for (const name of parts) world.part(name).setEnv(QUICK);

    // One gateway alone shuts its door for a moment, two would stand in for each other; that it loses nothing it has
    // taken in is shown in gateway/test/graceful-shutdown.int.test.ts.
    const stoodOutside = ({ askedAt, error }: Visit): boolean =>
      error === 'ECONNREFUSED' ||
      (error === 'ECONNRESET' && shut.some(({ from, to }) => askedAt >= from && askedAt <= to));
    const unkind = visits.filter(
      (visit) => visit.status !== 200 && !(visit.status === 503 && visit.isKind) && !stoodOutside(visit),
    );
    report.check(
      `rolling restarts: ${restarts} stops lose no request; who can not be answered is told when to come again`,
      unkind.length === 0,
      `${visits.length} questions, ${inWords(visits)}; p99 ${p99(visits)} ms${firstOf(unkind)}`,
    );
    report.check(
      'rolling restarts: every part leaves within 15 s',
      stops.every((ms) => ms <= EXIT_MS),
      `p50 ${quantile(stops, 0.5)} ms, longest ${quantile(stops, 1)} ms`,
    );
    const { ok, detail, counts } = await settled(world, paid);
    report.check(
      'rolling restarts: no message is lost, every order is granted once',
      ok && troubles.length === 0,
      `${detail} refused=${troubles.length} ${troubles[0] ?? ''}`,
      counts,
    );
  },
};

const portOf = (world: World, name: ServiceName): string => new URL(world.serviceUrl(name)).port;

/** P27: one service after the other is gone for a while; every other route is as ever. */
export const deadService: Scenario = {
  name: 'dead service',
  run: async (world, report, { deadSeconds }) => {
    const reader = await world.newReader();
    for (const dead of serviceNames) {
      const usual = await visitWhile(world, reader, 500, () => sleep(2_000 + deadSeconds * 100));
      // It lives on where nobody looks for it: as good as dead, and costs the machine no starts.
      await world.crash(dead, { PORT: '0' });
      await sleep(SETTLE_MS);
      const visits = await visitWhile(world, reader, 500, () => sleep(deadSeconds * 1_000));
      const port = portOf(world, dead);
      await world.crash(dead, { PORT: port });
      await world.ready();

      const own = visits.filter(({ service }) => service === dead);
      const others = visits.filter(({ service }) => service !== dead);
      const usualOthers = usual.filter(({ service }) => service !== dead);
      const refusedMs = quantile(
        own.map(({ ms }) => ms),
        0.5,
      );
      const wrong = visits.filter(({ service, status, isKind }) =>
        service === dead ? status !== 503 || !isKind : status !== 200,
      );
      report.check(
        `dead service: without ${dead} its routes say when to come again, all others answer`,
        wrong.length === 0,
        `own ${inWords(own)}, p50 ${refusedMs} p99 ${p99(own)} ms; others ${inWords(others)}, p99 ${p99(others)} ms, before ${p99(usualOthers)} ms${firstOf(wrong)}`,
      );
    }
  },
};
