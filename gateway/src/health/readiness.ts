import type { Agent } from 'node:http';
import type { ServiceName } from '@satrangi/contracts';
import { fetchFromService } from '../upstream/fetch-service.ts';

const TIMEOUT_MS = 2_000;

/** Whether the service at `target` reports ready within the timeout. */
export const isReady = (target: string, agent: Agent, timeoutMs = TIMEOUT_MS): Promise<boolean> =>
  fetchFromService(target, agent, { path: '/health/ready', timeoutMs }).then(
    ({ status }) => status === 200,
    () => false,
  );

export type Readiness = { readonly ok: boolean; readonly services: Record<string, 'up' | 'down'> };

/** Checks the readiness of every service. `ok` is true only when all are ready. */
export const checkServices = async (
  targets: Readonly<Record<ServiceName, string>>,
  agent: Agent,
  timeoutMs = TIMEOUT_MS,
): Promise<Readiness> => {
  const rows = await Promise.all(
    Object.entries(targets).map(
      async ([name, url]) => [name, (await isReady(url, agent, timeoutMs)) ? 'up' : 'down'] as const,
    ),
  );
  return { ok: rows.every(([, state]) => state === 'up'), services: Object.fromEntries(rows) };
};
