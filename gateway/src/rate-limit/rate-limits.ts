import type { Endpoint } from '@satrangi/contracts';
import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit, type Store } from 'express-rate-limit';
import type { GatewayConfig } from '../config.ts';
import { refusalTexts, refuse } from '../http/problem-response.ts';
import { retryAfter } from '../http/retry-after.ts';

export type RateLimitResult = {
  readonly isAllowed: boolean;
  /** Response headers (draft-ietf-httpapi-ratelimit-headers-08). */
  readonly headers: readonly (readonly [name: string, value: string])[];
};
export type RateLimit = {
  /** Counts one request of an address. */
  readonly take: (address: string) => Promise<RateLimitResult>;
  /** The same count as Express middleware. */
  readonly middleware: RequestHandler;
};
export type RateLimits = Readonly<Record<NonNullable<Endpoint['rate']>, RateLimit>>;

const WINDOW_S = 60;

const createRateLimit = (perMinute: number, store: Store): RateLimit => {
  const name = `${perMinute}-in-1min`;
  const policy = ['ratelimit-policy', `"${name}"; q=${perMinute}; w=${WINDOW_S}`] as const;
  const middleware = rateLimit({
    windowMs: WINDOW_S * 1_000,
    limit: perMinute,
    standardHeaders: 'draft-8',
    identifier: name,
    legacyHeaders: false,
    keyGenerator: (request) => ipKeyGenerator(request.ip ?? '0.0.0.0'),
    handler: (request, response) =>
      refuse(request, response, 'too-many-requests', refusalTexts.tooMany, {
        'retry-after': retryAfter.rateLimit,
      }),
    store,
  });
  const take = async (address: string): Promise<RateLimitResult> => {
    const { totalHits, resetTime } = await store.increment(address);
    const left = Math.max(0, perMinute - totalHits);
    const endsIn = resetTime ? Math.max(0, Math.ceil((resetTime.getTime() - Date.now()) / 1_000)) : WINDOW_S;
    return {
      isAllowed: totalHits <= perMinute,
      headers: [policy, ['ratelimit', `"${name}"; r=${left}; t=${endsIn}`]],
    };
  };
  return { take, middleware };
};

/**
 * One rate limit for each class of endpoint (checklist GTW-19), counted in Redis across replicas. While Redis is
 * unavailable each replica counts alone.
 */
export const createRateLimits = (
  config: GatewayConfig,
  storeFor: (prefix: string, limit: number) => Store,
): RateLimits => {
  const limit = (name: string, perMinute: number): RateLimit =>
    createRateLimit(perMinute, storeFor(`${config.REDIS_PREFIX}limit:${name}:`, perMinute));
  return {
    cheap: limit('cheap', config.LIMIT_CHEAP_PER_MINUTE),
    normal: limit('normal', config.LIMIT_PER_MINUTE),
    login: limit('login', config.LIMIT_LOGIN_PER_MINUTE),
    webhook: limit('webhook', config.LIMIT_WEBHOOK_PER_MINUTE),
    chat: limit('chat', config.LIMIT_CHAT_PER_MINUTE),
  };
};
