import type { ServerResponse } from 'node:http';
import type { Endpoint } from '@satrangi/contracts';

type Kind = NonNullable<Endpoint['kind']>;

/** Idle timeout of a service in ms, by kind of endpoint; 0 is none (reliability P26). */
const IDLE_TIMEOUT_MS: Readonly<Record<'upload' | 'resumable' | 'stream' | 'live', number>> = {
  upload: 120_000,
  resumable: 120_000,
  stream: 60_000,
  live: 0,
};

/** Idle timeouts in ms; `json` and `raw` endpoints have the response timeout instead. */
export const idleTimeouts = (responseMs: number): Readonly<Record<Kind, number>> => ({
  ...IDLE_TIMEOUT_MS,
  json: responseMs,
  raw: responseMs,
});

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
