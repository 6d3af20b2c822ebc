import { z } from 'zod';
import { defineApi } from './endpoint.ts';

/** One key for each service with personal data. Its value is the response of that service's `exportMine`. */
const ExportOfAll = z
  .object({ exportedAt: z.iso.datetime() })
  .catchall(z.unknown())
  .describe('exportedAt, and one key for each service with personal data');

const Health = z.object({ ok: z.boolean(), services: z.record(z.string(), z.enum(['up', 'down'])) });

const Filling = z
  .object({ done: z.int().nonnegative(), total: z.int().positive() })
  .describe('progress of the demo catalog of a first start');
export type Filling = z.output<typeof Filling>;

/** Endpoints of the gateway itself. */
export const gatewayApi = defineApi({
  updates: {
    method: 'GET',
    path: '/updates/stream',
    access: 'public',
    kind: 'live',
    summary:
      'Server-sent events `update`, `{type, id}`, and `keepalive` every 25 s; the first event contains the last id, and Last-Event-ID replays from there, or sends one `reset`; own library events with the session cookie, events of the back office for admins (checklist GTW-01, GTW-13, GTW-15)',
    response: z.unknown(),
  },
  runRegistrations: {
    method: 'GET',
    path: '/virtual-run/sse',
    access: 'public',
    kind: 'live',
    summary:
      'Server-sent events named `registration`, `{type, id}`, one for each new registration of the run; fetch the count again (checklist GTW-08, RUN-14)',
    response: z.unknown(),
  },
  geo: {
    method: 'GET',
    path: '/geo/ip',
    access: 'public',
    rate: 'cheap',
    summary:
      'The country of the visitor’s IP address from a local table; IN when it is private or unknown. Only a hint',
    response: z.object({ country_code: z.string() }),
  },
  exportAll: {
    method: 'GET',
    path: '/users/export-all',
    access: 'user',
    summary:
      'Everything that the services store about the caller, as one JSON document (`my-data.json`). 503 when a service does not answer: the export is never partial',
    response: ExportOfAll,
    problems: ['unavailable'],
  },
  healthz: {
    method: 'GET',
    path: '/healthz',
    access: 'public',
    rate: 'cheap',
    summary: 'Liveness of the gateway: 200 whatever the state of the services; lists each service',
    response: Health.extend({ ok: z.literal(true) }),
  },
  readyz: {
    method: 'GET',
    path: '/readyz',
    access: 'public',
    rate: 'cheap',
    summary:
      'Readiness: 200 when the gateway and every service are ready, else 503; lists each service. `filling` while the first start adds demo titles',
    response: Health.extend({ filling: Filling.optional() }),
  },
});
