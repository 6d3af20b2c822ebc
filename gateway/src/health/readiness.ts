import type { Agent } from 'node:http';
import type { ServiceName } from '@satrangi/contracts';
import { askService } from '../upstream/fetch-service.ts';

const PATIENCE_MS = 2_000;

/** Asks one service whether it can work. Silence, for this long, is a no. */
export const isReady = (target: string, agent: Agent, timeoutMs = PATIENCE_MS): Promise<boolean> =>
  askService(target, agent, { path: '/health/ready', timeoutMs }).then(
    ({ status }) => status === 200,
    () => false,
  );

export type Readiness = { readonly ok: boolean; readonly services: Record<string, 'up' | 'down'> };

/** Asks every service whether it can work; the site is ready only when all can. */
export const askAll = async (
  targets: Readonly<Record<ServiceName, string>>,
  agent: Agent,
  patienceMs = PATIENCE_MS,
): Promise<Readiness> => {
  const rows = await Promise.all(
    Object.entries(targets).map(
      async ([name, url]) => [name, (await isReady(url, agent, patienceMs)) ? 'up' : 'down'] as const,
    ),
  );
  return { ok: rows.every(([, state]) => state === 'up'), services: Object.fromEntries(rows) };
};
