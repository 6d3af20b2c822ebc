import { createInternalClient } from '@satrangi/chassis';
import { type ErasingService, envName, erasingServices, holdingsApi, type UserId } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';

const TIMEOUT_MS = 2_000;

export type Holdings = {
  /** One service at least holds something. */
  readonly owns: boolean;
  /** Services that gave no clear answer in time. */
  readonly silent: readonly ErasingService[];
};
/** @param tokenVersion a service answers only when it refuses login tokens below it; 0: at once */
export type AskHoldings = (userId: UserId, tokenVersion: number) => Promise<Holdings>;

/** Asks every service that can hold something for an account. Whatever is no answer counts as silence. */
export const askHoldings = ({
  config,
  secret,
  log,
}: Pick<Needs, 'config' | 'secret' | 'log'>): AskHoldings => {
  const ask = async (service: ErasingService, userId: UserId, tokenVersion: number): Promise<boolean> => {
    const baseUrl = config[envName(service, 'URL')];
    if (!baseUrl) throw new Error(`the address of ${service} is not set`);
    const options = { baseUrl, internalSecret: secret, timeoutMs: TIMEOUT_MS };
    const client = createInternalClient(holdingsApi(service), options);
    return (await client.holdings({ params: { userId }, query: { tokenVersion } })).owns;
  };

  return async (userId, tokenVersion) => {
    const answers = await Promise.all(
      erasingServices.map(async (service) => ({
        service,
        owns: await ask(service, userId, tokenVersion).catch((err: unknown) => {
          log.debug({ err, userId, service }, 'holdings not answered');
          return null;
        }),
      })),
    );
    return {
      owns: answers.some(({ owns }) => owns === true),
      silent: answers.flatMap(({ service, owns }) => (owns === null ? [service] : [])),
    };
  };
};
