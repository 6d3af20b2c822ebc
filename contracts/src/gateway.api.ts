import { z } from 'zod';
import { defineApi } from './endpoint.ts';

const Health = z.object({ ok: z.boolean(), services: z.record(z.string(), z.enum(['up', 'down'])) });

/** What the gateway answers itself. */
export const gatewayApi = defineApi({
  updates: {
    method: 'GET',
    path: '/updates/stream',
    access: 'public',
    kind: 'live',
    summary:
      'Server-sent events `{type, id}` with ids for Last-Event-ID; own library events with the session cookie (checklist GTW-01, GTW-13, GTW-15)',
    response: z.unknown(),
  },
  geo: {
    method: 'GET',
    path: '/geo/ip',
    access: 'public',
    rate: 'cheap',
    summary:
      'The country of the visitor’s address from a local table; IN when it is private or unknown. A hint, nothing more',
    response: z.object({ country_code: z.string() }),
  },
  healthz: {
    method: 'GET',
    path: '/healthz',
    access: 'public',
    rate: 'cheap',
    summary: 'The gateway’s own event loop answers',
    response: z.object({ ok: z.literal(true) }),
  },
  readyz: {
    method: 'GET',
    path: '/readyz',
    access: 'public',
    rate: 'cheap',
    summary: '200 only when the gateway and every service can work; lists each (503 otherwise)',
    response: Health,
  },
});
