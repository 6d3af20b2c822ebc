import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceName, serviceNames } from '@satrangi/contracts';
import { ask, until } from '../http.ts';
import { type Paid, pay, start } from '../shop.ts';
import { type Visit, visitWhile } from '../visits.ts';
import type { PartName, World } from '../world.ts';
import type { Scenario } from './scenario.ts';
import { settled, wishesOf } from './wishes.ts';

const clients: readonly PartName[] = [...serviceNames, 'gateway'];
/** A store that was late for longer than this once ended a service. */
const STORE_SECONDS = 12;
const VISITS_PER_SECOND = 40;
/** The gateway's limit for an answer is 10 s; the rest is for a busy machine. */
const ANSWER_MS = 15_000;
const STARTED_MS = 60_000;
const BACK_MS = 60_000;

type Dependency = {
  readonly name: string;
  /** Takes it away. @returns what brings it back; null where it is not ours to take */
  readonly remove: (world: World) => Promise<(() => Promise<void>) | null>;
  /** What readiness of each service must show while it is missing, by whether the services started without it. */
  readonly shows: (started: 'before' | 'after') => Readonly<Record<string, unknown>>;
  readonly seconds?: number;
};

const held =
  (name: PartName): Dependency['remove'] =>
  async (world) => {
    const release = await world.part(name).hold();
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
    remove: held('mongo'),
    shows: () => ({ ok: false, store: 'down', waitingFor: ['store'] }),
    seconds: STORE_SECONDS,
  },
  {
    name: 'broker',
    remove: killed('rabbit'),
    shows: (started) =>
      started === 'after'
        ? { ok: false, bus: 'down', waitingFor: ['bus'] }
        : { ok: true, bus: 'down', waitingFor: [] },
  },
  { name: 'Redis', remove: killed('redis'), shows: () => ({ ok: true, live: 'down', waitingFor: [] }) },
  ...serviceNames.map((name) => ({ name, remove: held(name), shows: () => ({ ok: true, waitingFor: [] }) })),
];

const isAlive = async (world: World, name: ServiceName): Promise<boolean> =>
  (await ask(`${world.serviceUrl(name)}/health/live`)).status === 200;

const isGatewayOpen = async (world: World): Promise<boolean> =>
  (await ask(`${world.api}/healthz`)).status === 200;

/** Kills these parts and waits until each is there again, ready or not. */
const restartAll = async (world: World, names: readonly PartName[]): Promise<void> => {
  await Promise.all(names.map((name) => world.crash(name)));
  const areBack = await until(async () => {
    const services = serviceNames.filter((name) => names.includes(name));
    const alive = await Promise.all(services.map((name) => isAlive(world, name)));
    return alive.every(Boolean) && (await isGatewayOpen(world));
  }, STARTED_MS);
  if (!areBack) throw new Error('parts do not start without their neighbour');
};

/** Services whose readiness does not show what is expected, with what they show. */
const wrongReadiness = async (
  world: World,
  names: readonly ServiceName[],
  expected: Readonly<Record<string, unknown>>,
): Promise<string[]> => {
  const wrong: string[] = [];
  for (const name of names) {
    const { body } = await ask(`${world.serviceUrl(name)}/health/ready`);
    const shown = body as Record<string, unknown>;
    for (const [field, value] of Object.entries(expected))
      if (JSON.stringify(shown?.[field]) !== JSON.stringify(value))
        wrong.push(`${name} shows ${field}=${JSON.stringify(shown?.[field])}`);
  }
  return wrong;
};

const isWrong = ({ status, isKind, ms }: Visit): boolean =>
  ms > ANSWER_MS || !(status === 200 || ((status === 503 || status === 504) && isKind));

const countOf = (visits: readonly Visit[]): string =>
  [...Map.groupBy(visits, ({ status, error }) => error ?? String(status))]
    .map(([status, { length }]) => `${status}: ${length}`)
    .sort()
    .join(', ');

type Outage = { readonly world: World; readonly dependency: Dependency; readonly mode: 'late' | 'gone' };

/** @returns what went wrong, and the line of the table; null where the dependency is not ours to take away */
const playOutage = async (
  { world, dependency, mode }: Outage,
  seconds: number,
  buy: () => Promise<void>,
): Promise<{ troubles: readonly string[]; line: string } | null> => {
  const present = clients.filter((name) => name !== dependency.name);
  const services = serviceNames.filter((name) => name !== dependency.name);
  const reader = await world.newReader();
  const bringBack = await dependency.remove(world);
  if (!bringBack) return null;
  const troubles: string[] = [];
  let backMs = 0;
  try {
    if (mode === 'late') await restartAll(world, present);
  } catch (error) {
    troubles.push(String(error));
  }
  const starts = present.map((name) => world.part(name).starts());
  // the purchase begins while the part is missing, is asked for patiently, and ends when it is back
  const bought = buy().catch((error: unknown) => void troubles.push(String(error)));
  const visits = await visitWhile(world, reader, VISITS_PER_SECOND, async () => {
    await sleep(seconds * 1_000);
    const expected = dependency.shows(mode === 'late' ? 'after' : 'before');
    const shown = await until(
      async () => (await wrongReadiness(world, services, expected)).length === 0,
      ANSWER_MS,
    );
    if (!shown) troubles.push(...(await wrongReadiness(world, services, expected)));
    const { status } = await ask(`${world.api}/readyz`);
    const isNeighbour = serviceNames.some((name) => name === dependency.name);
    if ((status === 200) !== (expected.ok === true && !isNeighbour))
      troubles.push(`gateway readiness is ${status}`);
    await bringBack();
    const began = performance.now();
    await until(async () => (await ask(`${world.api}/readyz`)).status === 200, BACK_MS);
    backMs = performance.now() - began;
  });
  await world.ready();
  await bought;
  const ended = present.filter((name, n) => world.part(name).starts() !== starts[n]);
  troubles.push(...ended.map((name) => `${name} ended`));
  if (backMs > BACK_MS) troubles.push('not ready again');
  const wrong = visits.filter(isWrong);
  if (wrong[0]) troubles.push(`${wrong.length} wrong answers, first ${JSON.stringify(wrong[0])}`);
  const [slowest] = visits.toSorted((one, other) => other.ms - one.ms);
  return {
    troubles,
    line: `${countOf(visits)}; longest ${Math.round(slowest?.ms ?? 0)} ms (${slowest?.service}); ready ${(backMs / 1_000).toFixed(1)} s after it`,
  };
};

/** Parts start in any order, minutes apart, and none ends because it waits for another. */
export const lateAndGone: Scenario = {
  name: 'late and gone',
  run: async (world, report, { awaySeconds }) => {
    const paid: Paid[] = [];
    const buy = async (): Promise<void> => {
      for (const wish of (await until(() => wishesOf(world, 1), BACK_MS + awaySeconds * 1_000)) ?? [])
        paid.push(await pay(world, wish, await start(world, wish)));
    };
    for (const dependency of dependencies)
      for (const mode of ['late', 'gone'] as const) {
        const seconds = Math.max(awaySeconds, dependency.seconds ?? 0);
        const what = mode === 'late' ? `${seconds} s late at the start` : `gone for ${seconds} s`;
        const name = `late and gone: ${dependency.name} ${what}: no part ends, every answer is 200 or says when to come again`;
        const outcome = await playOutage({ world, dependency, mode }, seconds, buy);
        if (!outcome) report.skip(name, 'it is shared with others here');
        else
          report.check(name, outcome.troubles.length === 0, [outcome.line, ...outcome.troubles].join('; '));
      }
    const { ok, detail, counts } = await settled(world, paid);
    report.check(
      'late and gone: what was bought meanwhile is granted once, and no message is parked',
      ok,
      detail,
      counts,
    );
  },
};
