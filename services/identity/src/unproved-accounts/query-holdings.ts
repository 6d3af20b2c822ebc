import { createInternalClient } from '@satrangi/chassis';
import { type ErasingService, envName, erasingServices, holdingsApi, type UserId } from '@satrangi/contracts';
import type { Deps } from '../accounts/accounts.deps.ts';

const TIMEOUT_MS = 2_000;

export type Holdings = {
  /** True when at least one service holds something for the account. */
  readonly owns: boolean;
  /** The services without a valid response in time. */
  readonly unavailable: readonly ErasingService[];
};
/** @param tokenVersion a service responds only once it rejects tokens below this version; 0: at once */
export type QueryHoldings = (userId: UserId, tokenVersion: number) => Promise<Holdings>;

/** Queries each service that can hold something for an account. An error or an invalid response counts as unavailable. */
export const queryHoldings = ({
  config,
  secret,
  log,
}: Pick<Deps, 'config' | 'secret' | 'log'>): QueryHoldings => {
  const queryService = async (
    service: ErasingService,
    userId: UserId,
    tokenVersion: number,
  ): Promise<boolean> => {
    const baseUrl = config[envName(service, 'URL')];
    if (!baseUrl) throw new Error(`the address of ${service} is not set`);
    const options = { baseUrl, internalSecret: secret, timeoutMs: TIMEOUT_MS };
    const client = createInternalClient(holdingsApi(service), options);
    return (await client.holdings({ params: { userId }, query: { tokenVersion } })).owns;
  };

  return async (userId, tokenVersion) => {
    const responses = await Promise.all(
      erasingServices.map(async (service) => ({
        service,
        owns: await queryService(service, userId, tokenVersion).catch((err: unknown) => {
          log.debug({ err, userId, service }, 'holdings query failed');
          return null;
        }),
      })),
    );
    return {
      owns: responses.some(({ owns }) => owns === true),
      unavailable: responses.flatMap(({ service, owns }) => (owns === null ? [service] : [])),
    };
  };
};
