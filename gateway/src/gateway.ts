import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig, refuseInProduction, skewClock } from '@satrangi/chassis/without-store';
import type { Filling } from '@satrangi/contracts';
import { GatewayConfig, productionProblems } from './config.ts';
import { openParts } from './open-parts.ts';
import { closeServer, openServer } from './open-server.ts';
import { createHandlers } from './request-handlers.ts';

export type RunningGateway = {
  readonly url: string;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

export type GatewayHooks = {
  /** Progress of the demo titles at a first start; null when none are being added. */
  readonly filling?: () => Filling | null;
};

/**
 * Starts the gateway: cached reads, event streams, endpoints of the contracts, then pages.
 * @throws ConfigurationError with one line for each setting that is wrong, or not allowed in production.
 */
export const startGateway = async (
  env: Record<string, string | undefined>,
  { filling = () => null }: GatewayHooks = {},
): Promise<RunningGateway> => {
  const config = readConfig(GatewayConfig, env);
  refuseInProduction(config.NODE_ENV, productionProblems(config));
  skewClock(config.CLOCK_SKEW_MS, config.NODE_ENV);
  const parts = await openParts(config);
  let hasKeys = config.PRELOAD === '0';
  let stopping = false;
  const isOpen = (): boolean => hasKeys && !stopping;
  const isStopping = (): boolean => stopping;

  const handlers = createHandlers(parts, { isOpen, filling });
  const { server, port } = await openServer({ config, headers: parts.headers, handlers, isStopping });
  parts.log.info({ port }, 'listening');
  if (!hasKeys)
    void parts.loadKeys().then(() => {
      hasKeys = true;
    });

  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await sleep(config.DRAIN_MS);
    await closeServer(server, handlers.updates.close);
    handlers.closeCache();
    await parts.close();
  };
  return { url: `http://${config.HOST}:${port}`, [Symbol.asyncDispose]: stop };
};
