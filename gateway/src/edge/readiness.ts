import { type Agent, request as openRequest } from 'node:http';
import type { ServiceName } from '@satrangi/contracts';

const PATIENCE_MS = 2_000;

const answersOk = (url: string, agent: Agent, patienceMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const outgoing = openRequest(url, { agent, timeout: patienceMs }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => resolve(false));
    outgoing.end();
  });

export type Readiness = { readonly ok: boolean; readonly services: Record<string, 'up' | 'down'> };

/** Asks every service whether it can work; the site is ready only when all can. */
export const askAll = async (
  targets: Readonly<Record<ServiceName, string>>,
  agent: Agent,
  patienceMs = PATIENCE_MS,
): Promise<Readiness> => {
  const rows = await Promise.all(
    Object.entries(targets).map(
      async ([name, url]) =>
        [name, (await answersOk(`${url}/health/ready`, agent, patienceMs)) ? 'up' : 'down'] as const,
    ),
  );
  return { ok: rows.every(([, state]) => state === 'up'), services: Object.fromEntries(rows) };
};
