/** P1 with three replicas of each service of a purchase and two gateways. */
import type { ServiceName } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import {
  checkOrders,
  createOrdersWhileKilling,
  degradeWebhooks,
  infraKills,
  type Kill,
  repeatedKills,
} from '../orders-under-kills.ts';
import type { Scenario } from '../scenario.ts';
import { type ReplicaSet, type ReplicatedPart, startReplicated } from './replicated-platform.ts';

export const purchaseServices: readonly ServiceName[] = ['identity', 'catalog', 'library', 'payments'];
const REPLICAS = 3;
const GATEWAYS = 2;
/** Nightly: about five of each replica, the store, the broker and Redis. */
const KILLS = { pullRequest: 10, nightly: 80 };
const READY_MS = 60_000;
const STARTED_MS = 30_000;

const countOf = (name: ReplicatedPart): number => {
  if (name === 'gateway') return GATEWAYS;
  return purchaseServices.includes(name) ? REPLICAS : 1;
};

const killsOf = ({ name, replicas }: ReplicaSet): Kill[] =>
  replicas.map(({ part }, n) => ({
    target: `${name} ${n + 1}`,
    kill: async () => {
      const before = part.starts();
      part.kill('SIGKILL');
      if (!(await poll(async () => part.starts() > before, STARTED_MS, 20)))
        throw new Error(`${name} ${n + 1} was not started again`);
    },
  }));

const killTargets = (fixture: Fixture, sets: readonly ReplicaSet[]): Kill[] => [
  ...sets.filter(({ replicas }) => replicas.length > 1).flatMap(killsOf),
  { target: 'mongo', kill: () => fixture.crash('mongo') },
  ...infraKills(fixture),
];

export const replicatedKills: Scenario = {
  name: 'replicated kills',
  run: async (single, report, { replicatedOrders: orders, isNightly }) => {
    await using replicated = await startReplicated(single, countOf);
    const { fixture, sets } = replicated;
    await degradeWebhooks(fixture);
    const kills = repeatedKills(killTargets(fixture, sets), isNightly ? KILLS.nightly : KILLS.pullRequest);
    const run = await createOrdersWhileKilling(fixture, { orders, kills }, report.note);
    await fixture.sandbox.clearKnobs();
    const areReady = await poll(async () => sets.every(({ balancer }) => balancer.areAllReady()), READY_MS);
    report.check('replicated kills: every replica is ready again', areReady === true);
    await checkOrders(`replicated kills: ${orders} orders, ${kills.length} kills`, fixture, report, run);
  },
};
