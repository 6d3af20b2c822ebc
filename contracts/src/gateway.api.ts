import { z } from 'zod';
import { defineApi } from './endpoint.ts';

/** One key for each service that keeps something of a person; what is in it is said by that service's own `exportMine`. */
const ExportOfAll = z
  .object({ exportedAt: z.iso.datetime() })
  .catchall(z.unknown())
  .describe('exportedAt, and one key for each service that keeps something of a person');

const Health = z.object({ ok: z.boolean(), services: z.record(z.string(), z.enum(['up', 'down'])) });

const Filling = z
  .object({ done: z.int().nonnegative(), total: z.int().positive() })
  .describe('how many of the demo titles of a first start are there');
export type Filling = z.output<typeof Filling>;

/** What the gateway answers itself. */
export const gatewayApi = defineApi({
  updates: {
    method: 'GET',
    path: '/updates/stream',
    access: 'public',
    kind: 'live',
    summary:
      'Server-sent events `update`, `{type, id}`, and `keepalive` every 25 s; the opening names the id a reader starts after and Last-Event-ID replays from there, or one `reset`; own library events with the session cookie, events of the back office for admins (checklist GTW-01, GTW-13, GTW-15)',
    response: z.unknown(),
  },
  runRegistrations: {
    method: 'GET',
    path: '/virtual-run/sse',
    access: 'public',
    kind: 'live',
    summary:
      'Server-sent events named `registration`, `{type, id}`, one for each new registration of the run; ask for the count again (checklist GTW-08, RUN-14)',
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
  exportAll: {
    method: 'GET',
    path: '/users/export-all',
    access: 'user',
    summary:
      'Everything every service holds of the caller, as one JSON document (`my-data.json`). 503 when one of them does not answer: never a half',
    response: ExportOfAll,
    problems: ['unavailable'],
  },
  healthz: {
    method: 'GET',
    path: '/healthz',
    access: 'public',
    rate: 'cheap',
    summary: 'The gateway’s own event loop answers: 200 whatever the services do; lists each',
    response: Health.extend({ ok: z.literal(true) }),
  },
  readyz: {
    method: 'GET',
    path: '/readyz',
    access: 'public',
    rate: 'cheap',
    summary:
      '200 only when the gateway and every service can work; lists each (503 otherwise). `filling` while the first start still adds demo titles',
    response: Health.extend({ filling: Filling.optional() }),
  },
});
