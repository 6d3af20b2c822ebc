import { z } from 'zod';
import { AdminActOutcome } from './admin-act-outcome.ts';
import { auditApi } from './analytics-usage.audit.ts';
import { explainApi } from './analytics-usage.explain.ts';
import { kpisApi } from './analytics-usage.kpis.ts';
import { usageApi } from './analytics-usage.usage.ts';
import { defineApi } from './endpoint.ts';
import { holdingsApi } from './holdings.ts';
import { Instant } from './schemas.ts';
import { SITE_EVENT_MAX_BYTES, SITE_EVENTS_PER_MINUTE } from './site-events.ts';

export * from './analytics-usage.audit.ts';
export * from './analytics-usage.explain.ts';
export * from './analytics-usage.kpis.ts';
export * from './analytics-usage.usage.ts';

/** Nothing here is refused for its type: a page must not depend on its own statistics. */
const SiteEvent = z.object({
  action: z.unknown().optional().describe('accepted for older pages, not stored'),
  details: z.unknown().optional().describe('an object; fields that the type does not allow are dropped'),
  eventType: z.unknown().optional().describe('a type of the site, else `generic`'),
});

export const analyticsUsageApi = defineApi({
  ...holdingsApi('analytics-usage'),
  ...kpisApi,
  ...explainApi,
  ...usageApi,
  ...auditApi,
  track: {
    method: 'POST',
    path: '/admin/analytics',
    access: 'public',
    personal: true,
    status: 202,
    bodyLimit: SITE_EVENT_MAX_BYTES,
    summary: `Reports an event of the site: a page view, a login. Open to everybody in spite of its path, with or without a login; ${SITE_EVENTS_PER_MINUTE} a minute from one address; never counts as money (checklist USE-01, USE-02, USE-07)`,
    body: SiteEvent,
    response: z.object({ ok: z.literal(true) }),
    problems: ['too-large', 'too-many-requests'],
  },
  exportMine: {
    method: 'GET',
    path: '/analytics/export',
    access: 'user',
    summary:
      'Everything kept of the caller: under a pseudonym days seen and counts of events, and as an admin what they did',
    response: z.object({
      days: z.array(z.string()),
      events: z.record(z.string(), z.int().nonnegative()).describe('how many, by type'),
      acts: z.array(z.object({ call: z.string(), outcome: AdminActOutcome, at: Instant })),
    }),
  },
});
