/** Edits through two gateways and three replicas of the catalog, of which one reads changed items seconds late. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CHANGE_NAMED_MS, readOwnWrites } from '@satrangi/contracts';
import type { Fixture } from '../../fixture.ts';
import { without } from '../../mutations/mutation-env.ts';
import type { MutationName } from '../../mutations/mutations.ts';
import { startRoundRobin } from '../../round-robin.ts';
import type { Scenario } from '../scenario.ts';
import { countStaleReads, type StaleReads } from './stale-reads.ts';

const EDITS = 260;
const EDITS_OF_PULL_REQUEST = 100;
const EDITS_UNDER_KILLS = 60;
const BOOKS = 20;
const KILL_EVERY_MS = 2_000;

const printed = ({
  edits,
  firstReads,
  lateReads,
  load,
  staleFirstReads,
  staleLateReads,
}: StaleReads): string =>
  `${edits} edits, ${load} reads beside them: ${staleFirstReads} of ${firstReads} first reads of writers and ${staleLateReads} of ${lateReads} reads one second later are stale`;
const isFresh = ({ staleFirstReads, staleLateReads }: StaleReads): boolean =>
  staleFirstReads + staleLateReads === 0;

/** Three catalogs behind a load balancer, and two gateways that may be mutated. */
const startReplicas = async (fixture: Fixture, removed: readonly MutationName[]) => {
  await using cleanup = new AsyncDisposableStack();
  const { startReplica } = fixture.platform;
  const second = cleanup.use(await startReplica('catalog'));
  const lagging = cleanup.use(await startReplica('catalog', without('slow-reread')));
  const balancer = cleanup.use(
    await startRoundRobin([fixture.serviceUrl('catalog'), second.url, lagging.url]),
  );
  const env = { ...without(...removed), CATALOG_URL: balancer.url };
  const gateways = [
    cleanup.use(await startReplica('gateway', env)),
    cleanup.use(await startReplica('gateway', env)),
  ];
  const owned = cleanup.move();
  return {
    gateways,
    kill: [second.part, lagging.part, gateways[1]?.part].map((part) => () => part?.kill('SIGKILL')),
    count: (edits: number): Promise<StaleReads> =>
      countStaleReads({
        gateways: gateways.map(({ url }) => `${url}/api`),
        edits,
        books: BOOKS,
        token: fixture.adminToken,
        writerFetch: (send) => readOwnWrites(send),
      }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

/** Kills replicas, a gateway and Redis in turn while edits are made. */
const countUnderKills = async (
  { infra }: Fixture,
  { kill, count }: Awaited<ReturnType<typeof startReplicas>>,
): Promise<StaleReads> => {
  const { server } = infra.redis;
  const restartRedis = async (): Promise<void> => {
    await server?.kill();
    await server?.start();
  };
  const counting = count(EDITS_UNDER_KILLS);
  for (const next of [...kill, restartRedis]) {
    await sleep(KILL_EVERY_MS);
    await next();
  }
  return counting;
};

export const replicaLag: Scenario = {
  name: 'replica lag',
  run: async (fixture, report, { isNightly }) => {
    const edits = isNightly ? EDITS : EDITS_OF_PULL_REQUEST;
    {
      await using replicas = await startReplicas(fixture, []);
      const startedAt = Date.now();
      const early = await replicas.count(edits);
      report.check('replica lag: no stale answer in the first minute (P100)', isFresh(early), printed(early));
      await sleep(Math.max(0, startedAt + CHANGE_NAMED_MS - Date.now()));
      const later = await replicas.count(edits);
      report.check('replica lag: no stale answer after it (P100)', isFresh(later), printed(later));
      const killed = await countUnderKills(fixture, replicas);
      report.check('replica lag: no stale answer under kills (P100)', isFresh(killed), printed(killed));
    }
    await using mutated = await startReplicas(fixture, ['all-changes', 'named-changes']);
    const stale = await mutated.count(EDITS_UNDER_KILLS);
    report.check('replica lag: the control without named changes is stale', !isFresh(stale), printed(stale));
  },
};
