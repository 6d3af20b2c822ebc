import type { Handlers } from '@satrangi/chassis';
import { AUDIT_PAGE_SIZE, addDays, type auditApi, kolkataDayStart } from '@satrangi/contracts';
import type { AuditStore } from './audit.store.ts';

/** The list of admin writes; days are days of Kolkata. */
export const auditRoutes = (audit: AuditStore): Handlers<typeof auditApi> => ({
  listAudit: async ({ query: { by, call, from, to, page } }) => {
    const { acts, total } = await audit.list(
      {
        by,
        call,
        from: from === undefined ? undefined : kolkataDayStart(from),
        to: to === undefined ? undefined : kolkataDayStart(addDays(to, 1)),
      },
      { skip: (page - 1) * AUDIT_PAGE_SIZE, limit: AUDIT_PAGE_SIZE },
    );
    return {
      items: acts.map(({ _id, at, ...act }) => ({ actId: _id, ...act, at: at.toISOString() })),
      total,
      page,
      pageSize: AUDIT_PAGE_SIZE,
    };
  },
});
