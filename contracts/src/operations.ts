import { z } from 'zod';
import { connectionsApi } from './connections.ts';
import { defineApi } from './endpoint.ts';
import { Instant } from './schemas.ts';

/** A parked message (dead letter) as admins see it: without its body, which may hold anything. */
export const ParkedRow = z.object({
  key: z.string().describe('the queue and a hash of the message'),
  queue: z.string(),
  event: z.string().nullable().describe('its type; null when it is not readable'),
  id: z.string().nullable().describe('the id of the event; null when it has none'),
  reason: z.string(),
  attempts: z.int().nonnegative(),
  parkedAt: Instant.nullable().describe('null: the broker parked it'),
});
export type ParkedRow = z.infer<typeof ParkedRow>;

/** How many parked messages of a service are listed. */
export const PARKED_MAX = 100;

const byKey = z.object({ key: z.string().regex(/^[\w.-]{1,80}\.[0-9a-f]{24}$/) });

/**
 * Endpoints that every service has (decision 0083). The chassis implements them, and the table of services adds them to
 * each row.
 */
export const operationsApi = <S extends string>(service: S) =>
  defineApi({
    listParked: {
      method: 'GET',
      path: `/admin/${service}/parked`,
      access: 'admin',
      summary: `Parked messages (dead letters) of all queues of the service, oldest first, at most ${PARKED_MAX}`,
      response: z.object({
        items: z.array(ParkedRow),
        total: z.int().nonnegative().describe('of all queues, also those that are not listed'),
      }),
      problems: ['unavailable'],
    },
    replayParked: {
      method: 'POST',
      path: `/admin/${service}/parked/:key/replay`,
      access: 'admin',
      summary: 'Gives a parked message back to its queue, with a new count of attempts',
      params: byKey,
      response: z.object({ ok: z.literal(true) }),
      problems: ['not-found', 'unavailable'],
    },
    discardParked: {
      method: 'DELETE',
      path: `/admin/${service}/parked/:key`,
      access: 'admin',
      summary: 'Throws a parked message away. It can not come back',
      params: byKey,
      response: z.object({ ok: z.literal(true) }),
      problems: ['not-found', 'unavailable'],
    },
    ...connectionsApi(service),
  });
export type OperationsApi = ReturnType<typeof operationsApi<string>>;
