import { BYTE_ORDER_MARK, csvLine, type Handlers, Refusal, type WriteSheet } from '@satrangi/chassis';
import { type runAdminApi, runTexts } from '@satrangi/contracts';
import type { GiftsStore } from '../gifts/gifts.store.ts';
import { fold } from '../registrations/registration.rules.ts';
import { toRegistration } from '../registrations/registration-view.rules.ts';
import {
  type AdminDeps,
  cancelRegistration,
  createManual,
  updateRegistration,
} from './manual-registration.ts';
import { registrationColumns, registrationRow } from './registration-rows.ts';
import { unmatchedPayments } from './unmatched-payments.ts';

type Deps = AdminDeps & {
  readonly gifts: GiftsStore;
  /** Null when no spreadsheet is set. */
  readonly write: WriteSheet | null;
};

export const adminRoutes = (deps: Deps): Omit<Handlers<typeof runAdminApi>, 'getEvent' | 'saveEvent'> => {
  const { registrations, write } = deps;
  const create = createManual(deps);
  const update = updateRegistration(deps);
  const cancel = cancelRegistration(deps);
  const unmatched = unmatchedPayments(deps);
  return {
    listRegistrations: async ({ query: { q, state, page, pageSize } }) => {
      const range = { skip: (page - 1) * pageSize, limit: pageSize };
      const { found, total } = await registrations.find({ q: q ? fold(q) : undefined, state }, range);
      return { results: found.map(toRegistration), total, page, pageSize };
    },
    downloadRegistrations: async (_input, _caller, { response }) => {
      response.set({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="registrations.csv"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      response.write(BYTE_ORDER_MARK + csvLine(registrationColumns));
      for await (const registration of registrations.all()) {
        if (response.destroyed) return;
        if (!response.write(csvLine(registrationRow(registration))))
          await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
      }
      response.end();
    },
    createRegistration: async ({ body }) => toRegistration(await create(body)),
    updateRegistration: async ({ params: { id }, body }) => toRegistration(await update(id, body)),
    cancelRegistration: async ({ params: { id } }) => toRegistration(await cancel(id)),
    listUnmatchedPayments: ({ query: { minutes } }) => unmatched(minutes),
    syncRegistrations: async () => {
      if (!write) throw new Refusal('unavailable', runTexts.syncFailed);
      const rows = [];
      for await (const registration of registrations.all()) rows.push(registrationRow(registration));
      if (!(await write([[...registrationColumns], ...rows])))
        throw new Refusal('unavailable', runTexts.syncFailed, { retryAfter: 60 });
      return { ok: true, count: rows.length };
    },
  };
};
