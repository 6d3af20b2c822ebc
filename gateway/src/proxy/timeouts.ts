import type { ServerResponse } from 'node:http';
import type { Endpoint } from '@satrangi/contracts';

type Kind = NonNullable<Endpoint['kind']>;

/**
 * Idle timeout of a service in ms, by kind of endpoint; 0 is none (reliability P26). `json` and `raw` endpoints have a timeout of
 * the whole response instead.
 */
export const IDLE_TIMEOUT_MS: Readonly<Record<Kind, number>> = {
  json: 0,
  raw: 0,
  upload: 120_000,
  resumable: 120_000,
  stream: 60_000,
  live: 0,
};

const CHECKS_PER_TIMEOUT = 10;

/** Limits the time of the whole response. Time in which the client does not read is not counted. */
export const enforceResponseTimeout = (
  response: ServerResponse,
  timeoutMs: number,
  onTimeout: () => void,
): void => {
  let checks = 0;
  const timer = setInterval(() => {
    if (response.writableNeedDrain) return;
    checks += 1;
    if (checks >= CHECKS_PER_TIMEOUT) onTimeout();
  }, timeoutMs / CHECKS_PER_TIMEOUT);
  response.once('close', () => clearInterval(timer));
};
