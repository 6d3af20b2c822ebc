import { freshSuffix, testKeys, testMongo, testUser, tokenOf } from '@satrangi/chassis/testing';
import { serviceUrls } from '@satrangi/contracts';
import type { MutationName } from '../src/mutations/mutations.ts';
import { startRoundRobin } from '../src/round-robin.ts';

const SECRET = 'a-secret-between-services';

export type ReplicaPlatform = AsyncDisposable & {
  /** Base URLs of the gateways, with `/api`. */
  readonly gateways: readonly string[];
  readonly catalogs: readonly string[];
  /** The login of an admin. */
  readonly token: string;
};

const queryOf = (mutations: readonly MutationName[]): string =>
  mutations.length > 0 ? `?mutations=${mutations.join(',')}` : '';

const bootCatalog = async (
  env: Record<string, string>,
  redis: string,
  mutations: readonly MutationName[],
) => {
  // both in one mutated graph: its classes must be the same
  const { bootService }: typeof import('@satrangi/chassis/testing') = await import(
    /* @vite-ignore */ `@satrangi/chassis/testing${queryOf(mutations)}`
  );
  const { catalog }: typeof import('@satrangi/catalog/service') = await import(
    /* @vite-ignore */ `@satrangi/catalog/service${queryOf(mutations)}`
  );
  return bootService(catalog, { env, redis });
};

/**
 * Catalog replicas behind a load balancer, and gateways in front of it, over one store and one live log.
 * @param lagging mutations of the last catalog replica @param gateway mutations of every gateway
 */
export const startReplicaPlatform = async (options: {
  readonly catalogs: number;
  readonly gateways: number;
  readonly redisUrl: string;
  readonly catalog?: readonly MutationName[];
  readonly lagging?: readonly MutationName[];
  readonly gateway?: readonly MutationName[];
}): Promise<ReplicaPlatform> => {
  await using cleanup = new AsyncDisposableStack();
  const { catalog = [], lagging = [], gateway = [] } = options;
  const keys = await testKeys();
  const { redisUrl } = options;
  const env = {
    MONGODB_URI: await testMongo(),
    DB_SUFFIX: freshSuffix(),
    IDENTITY_URL: keys.url,
    INTERNAL_SECRET: SECRET,
  };
  const catalogs: string[] = [];
  for (let n = 0; n < options.catalogs; n++) {
    const isLast = n === options.catalogs - 1;
    const booted = await bootCatalog(env, redisUrl, [...catalog, ...(isLast ? lagging : [])]);
    catalogs.push(cleanup.use(booted).url);
  }
  const balancer = cleanup.use(await startRoundRobin(catalogs));
  const { startGateway }: typeof import('@satrangi/gateway/gateway') = await import(
    /* @vite-ignore */ `@satrangi/gateway/gateway${queryOf(gateway)}`
  );
  const gateways: string[] = [];
  for (let n = 0; n < options.gateways; n++) {
    const started = await startGateway({
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'silent',
      REDIS_URL: redisUrl,
      ...serviceUrls((name) => (name === 'catalog' ? balancer.url : keys.url)),
      INTERNAL_SECRET: SECRET,
      DRAIN_MS: '0',
      LIMIT_PER_MINUTE: '1000000',
      LIMIT_CHEAP_PER_MINUTE: '1000000',
    });
    gateways.push(`${cleanup.use(started).url}/api`);
  }
  const owned = cleanup.move();
  return {
    gateways,
    catalogs,
    token: tokenOf(testUser({ role: 'ADMIN' })),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
