import { type ServiceName, serviceNames, serviceUrls } from '@satrangi/contracts';
import { type Part, poll, type Replica } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { type LoadBalancer, startLoadBalancer } from '../../load-balancer.ts';

export type ReplicatedPart = ServiceName | 'gateway';
type Env = Readonly<Record<string, string | undefined>>;

/** The replicas of one part behind their load balancer. */
export type ReplicaSet = {
  readonly name: ReplicatedPart;
  readonly balancer: LoadBalancer;
  readonly replicas: Replica[];
};

export type ReplicatedPlatform = AsyncDisposable & {
  /** As the fixture, with the addresses of the load balancer of the gateways. */
  readonly fixture: Fixture;
  readonly sets: readonly ReplicaSet[];
  /** Starts a new replica, waits until it gets connections, and ends the oldest one by SIGTERM. @returns how long that took (ms) */
  readonly replaceOldest: (set: ReplicaSet, env?: Env) => Promise<number>;
};

const READY_PATH = '/health/ready';
const READY_MS = 90_000;
const HOLD_MS = 30_000;

/** Suspends the single processes of the fixture. @returns the function that starts them again */
const holdOriginals = async ({ platform, ready }: Fixture): Promise<() => Promise<void>> => {
  const parts: readonly Part[] = [...serviceNames, 'gateway' as const].map((name) => platform.parts[name]);
  const releases = await Promise.all(parts.map((part) => part.hold()));
  return async () => {
    for (const release of releases) release();
    await ready();
  };
};

/** Where the providers send their webhooks. */
const sendWebhooksTo = async ({ platform, sandbox }: Fixture, url: string): Promise<void> => {
  const part = platform.parts.sandbox;
  const before = part.starts();
  part.setEnv({ WEBHOOK_BASE_URL: url });
  part.kill('SIGKILL');
  const isBack = async (): Promise<boolean> => part.starts() > before && (await sandbox.payments()) !== null;
  if (!(await poll(isBack, HOLD_MS))) throw new Error('the providers were not started again');
};

/**
 * Replaces the single processes of the fixture by replicas behind load balancers; disposal brings them back. Services and
 * gateways call each other through the load balancers.
 * @param count number of replicas of a part @param env changes to the environment of every replica
 */
export const startReplicated = async (
  fixture: Fixture,
  count: (name: ReplicatedPart) => number,
  env: Env = {},
): Promise<ReplicatedPlatform> => {
  await using cleanup = new AsyncDisposableStack();
  const { platform } = fixture;
  cleanup.defer(() => sendWebhooksTo(fixture, platform.url));
  cleanup.defer(await holdOriginals(fixture));
  const names = [...serviceNames, 'gateway' as const];
  const sets = await Promise.all(
    names.map(
      async (name): Promise<ReplicaSet> => ({
        name,
        balancer: cleanup.use(await startLoadBalancer(READY_PATH)),
        replicas: [],
      }),
    ),
  );
  cleanup.defer(async () => {
    await Promise.all(
      sets.flatMap(({ replicas }) => replicas.map((replica) => replica[Symbol.asyncDispose]())),
    );
  });
  const urlOf = (name: ReplicatedPart): string =>
    sets.find((set) => set.name === name)?.balancer.url ?? platform.url;
  const urls = serviceUrls(urlOf);
  const startOne = async ({ name, balancer, replicas }: ReplicaSet, changes: Env): Promise<void> => {
    const replica = await platform.startReplica(name, { ...urls, ...env, ...changes });
    replicas.push(replica);
    balancer.add(replica.url);
    if (!(await poll(async () => balancer.areAllReady(), READY_MS, 50)))
      throw new Error(`a replica of ${name} gets no connections`);
  };
  /** Waits for all, also after a failure: none may start after the disposal. */
  const startAll = async (some: readonly ReplicaSet[]): Promise<void> => {
    const starts = some.flatMap((set) => Array.from({ length: count(set.name) }, () => startOne(set, {})));
    await Promise.allSettled(starts);
    await Promise.all(starts);
  };
  // a gateway is ready when all services are
  await startAll(sets.filter(({ name }) => name !== 'gateway'));
  await startAll(sets.filter(({ name }) => name === 'gateway'));
  const url = urlOf('gateway');
  await sendWebhooksTo(fixture, url);

  const owned = cleanup.move();
  return {
    fixture: { ...fixture.through(url), serviceUrl: urlOf },
    sets,
    replaceOldest: async (set, changes = {}) => {
      const began = performance.now();
      const [oldest] = set.replicas;
      await startOne(set, changes);
      // in the load balancer until its readiness probe fails, as a pod that is being terminated
      await oldest?.part.stop();
      if (oldest) {
        set.balancer.remove(oldest.url);
        set.replicas.shift();
      }
      return performance.now() - began;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
