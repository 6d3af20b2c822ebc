import type { Endpoint } from '@satrangi/contracts';
import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit, type Store } from 'express-rate-limit';
import type { GatewayConfig } from '../config.ts';
import { refusalTexts, refuse } from '../http/problem-response.ts';

export type Counter = { readonly take: (key: string) => boolean };

/** A fixed window in memory, for reads that cost little: exact enough, and never waits for anything. */
export const makeCounter = (perMinute: number, now: () => number): Counter => {
  let minute = 0;
  let counts = new Map<string, number>();
  return {
    take: (key) => {
      const current = Math.floor(now() / 60_000);
      if (current !== minute) {
        minute = current;
        counts = new Map();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= perMinute;
    },
  };
};

export type Taken = {
  readonly isAllowed: boolean;
  /** What the answer says of it (draft-ietf-httpapi-ratelimit-headers-08). */
  readonly headers: readonly (readonly [name: string, value: string])[];
};
export type Limit = {
  /** Counts one request of an address. */
  readonly take: (address: string) => Promise<Taken>;
  /** The same count for what Express routes. */
  readonly inExpress: RequestHandler;
};
export type Limits = Readonly<Record<NonNullable<Endpoint['rate']>, Limit>>;

const WINDOW_S = 60;
export const RETRY_AFTER = { 'retry-after': String(WINDOW_S) } as const;

const limitOf = (perMinute: number, store: Store): Limit => {
  const name = `${perMinute}-in-1min`;
  const policy = ['ratelimit-policy', `"${name}"; q=${perMinute}; w=${WINDOW_S}`] as const;
  const inExpress = rateLimit({
    windowMs: WINDOW_S * 1_000,
    limit: perMinute,
    standardHeaders: 'draft-8',
    identifier: name,
    legacyHeaders: false,
    keyGenerator: (request) => ipKeyGenerator(request.ip ?? '0.0.0.0'),
    handler: (request, response) =>
      refuse(request, response, 'too-many-requests', refusalTexts.tooMany, RETRY_AFTER),
    store,
  });
  const take = async (address: string): Promise<Taken> => {
    const { totalHits, resetTime } = await store.increment(address);
    const left = Math.max(0, perMinute - totalHits);
    const endsIn = resetTime ? Math.max(0, Math.ceil((resetTime.getTime() - Date.now()) / 1_000)) : WINDOW_S;
    return {
      isAllowed: totalHits <= perMinute,
      headers: [policy, ['ratelimit', `"${name}"; r=${left}; t=${endsIn}`]],
    };
  };
  return { take, inExpress };
};

/**
 * One limit for each class of endpoint (checklist GTW-19). Counted in Redis so that replicas agree; when Redis is
 * away every replica counts for itself, which is stricter, never looser.
 */
export const makeLimits = (config: GatewayConfig, storeFor: (prefix: string) => Store): Limits => {
  const limit = (name: string, perMinute: number): Limit =>
    limitOf(perMinute, storeFor(`${config.REDIS_PREFIX}limit:${name}:`));
  return {
    cheap: limit('cheap', config.LIMIT_CHEAP_PER_MINUTE),
    normal: limit('normal', config.LIMIT_PER_MINUTE),
    login: limit('login', config.LIMIT_LOGIN_PER_MINUTE),
    webhook: limit('webhook', config.LIMIT_WEBHOOK_PER_MINUTE),
  };
};
