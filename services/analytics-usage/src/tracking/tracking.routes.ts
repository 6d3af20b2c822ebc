import {
  type Clock,
  clientAddress,
  enforceRateLimit,
  type Handlers,
  type Ids,
  type RateLimiter,
} from '@satrangi/chassis';
import { type analyticsUsageApi, isSiteEventType } from '@satrangi/contracts';
import type { RecordFact } from '../facts/record-fact.ts';
import { allowedDetails } from './details.rules.ts';

type Deps = {
  readonly record: RecordFact;
  readonly limiter: RateLimiter<'minute' | 'day'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly internalSecret: string;
};

/** Reports of the site. The address of the visitor is counted by the limits, under a keyed hash, and not stored. */
export const trackingRoutes = ({
  record,
  limiter,
  clock,
  ids,
  internalSecret,
}: Deps): Pick<Handlers<typeof analyticsUsageApi>, 'track'> => ({
  track: async ({ body: { eventType, details } }, caller, exchange) => {
    const address = clientAddress(exchange, internalSecret);
    enforceRateLimit(
      'Too many requests',
      ...(await Promise.all([
        limiter.byAddress.consume('minute', address),
        limiter.byAddress.consume('day', address),
      ])),
    );
    const type = isSiteEventType(eventType) ? eventType : 'generic';
    const kept = allowedDetails(type, details, { isSignedIn: caller !== undefined });
    await record({
      _id: `web:${ids.newId()}`,
      type,
      at: clock.now(),
      userId: caller?.userId ?? null,
      ...(kept ? { details: kept } : {}),
    });
    return { ok: true };
  },
});
