import type { Endpoint } from '@satrangi/contracts';
import type { RequestHandler } from 'express';
import { ipKeyGenerator, type RateLimitRequestHandler, rateLimit, type Store } from 'express-rate-limit';
import type { GatewayConfig } from '../config.ts';
import { refusalTexts, refuse } from './refuse.ts';

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

export const addressKey = (address: string | undefined): string => ipKeyGenerator(address ?? '0.0.0.0');

/**
 * One limiter for each class of endpoint (checklist GTW-19). Counted in Redis so that replicas agree; when Redis is
 * away every replica counts for itself, which is stricter, never looser.
 */
export const makeLimits = (
  config: GatewayConfig,
  storeFor: ((prefix: string) => Store) | null,
): Record<NonNullable<Endpoint['rate']>, RequestHandler> => {
  const limiter = (name: string, perMinute: number): RateLimitRequestHandler =>
    rateLimit({
      windowMs: 60_000,
      limit: perMinute,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      passOnStoreError: true,
      keyGenerator: (request) => ipKeyGenerator(request.ip ?? '0.0.0.0'),
      handler: (request, response) =>
        refuse(request, response, 'too-many-requests', refusalTexts.tooMany, { 'retry-after': '60' }),
      ...(storeFor ? { store: storeFor(`${config.REDIS_PREFIX}limit:${name}:`) } : {}),
    });
  return {
    cheap: limiter('cheap', config.LIMIT_CHEAP_PER_MINUTE),
    normal: limiter('normal', config.LIMIT_PER_MINUTE),
    login: limiter('login', config.LIMIT_LOGIN_PER_MINUTE),
    webhook: limiter('webhook', config.LIMIT_WEBHOOK_PER_MINUTE),
  };
};
