import type { Handlers } from '@satrangi/chassis';
import { addDays, type auditApi, kolkataDayStart } from '@satrangi/contracts';
import type { AuditStore } from './audit.store.ts';

/** The list of admin writes; days are days of Kolkata. */
export const auditRoutes = (audit: AuditStore): Handlers<typeof auditApi> => ({
  listAudit: async ({ query: { by, call, from, to, page, limit } }) => {
    const { acts, total } = await audit.list(
      {
        by,
        call,
        from: from === undefined ? undefined : kolkataDayStart(from),
        to: to === undefined ? undefined : kolkataDayStart(addDays(to, 1)),
      },
      { skip: (page - 1) * limit, limit },
    );
    return {
      items: acts.map(({ _id, at, ...act }) => ({ actId: _id, ...act, at: at.toISOString() })),
      total,
      page,
      pageSize: limit,
    };
  },
});
