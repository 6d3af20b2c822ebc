import { z } from 'zod';
import { AdminActOutcome } from './admin-act-outcome.ts';
import { defineApi } from './endpoint.ts';
import { Instant, UserId } from './schemas.ts';

export const AUDIT_PAGE_SIZE = 50;

const Day = z.iso.date();

/** A write of an admin in any service (checklist ADM-47). */
export const AuditEntry = z.object({
  actId: z.string(),
  by: UserId.nullable().describe('null after the account was deleted'),
  call: z.string().describe('service and endpoint, `cms.saveSection`'),
  target: z.string().nullable().describe('ids in the path of the call'),
  outcome: AdminActOutcome,
  requestId: z.string(),
  at: Instant,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditApi = defineApi({
  listAudit: {
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    summary:
      'Every write of every admin in every service: who, what, on what, when and how it ended; newest first, 13 months (checklist ADM-47)',
    query: z.object({
      by: UserId.optional(),
      call: z.string().max(80).optional(),
      from: Day.optional(),
      to: Day.optional(),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(AUDIT_PAGE_SIZE),
    }),
    response: z.object({
      items: z.array(AuditEntry),
      total: z.int().nonnegative(),
      page: z.int(),
      pageSize: z.int(),
    }),
  },
});
