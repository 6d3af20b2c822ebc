import { type Handlers, Refusal, requestKeyOf, rowsOf, sendCsv, type WriteSheet } from '@satrangi/chassis';
import { type runAdminApi, runTexts } from '@satrangi/contracts';
import type { GiftsStore } from '../gifts/gifts.store.ts';
import { renewLink } from '../pages/renew-link.ts';
import { isCounted } from '../registrations/registration.rules.ts';
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
  const renew = renewLink(deps);
  const unmatched = unmatchedPayments(deps);
  return {
    listRegistrations: async ({ query: { q, state, page, pageSize } }) => {
      const range = { skip: (page - 1) * pageSize, limit: pageSize };
      const { found, total } = await registrations.find({ q, state }, range);
      return { results: found.map(toRegistration), total, page, pageSize };
    },
    downloadRegistrations: ({ query: { ids } }, _caller, { response }) =>
      sendCsv(
        response,
        'registrations.csv',
        registrationColumns,
        rowsOf(registrations.all(ids), registrationRow),
      ),
    createRegistration: async ({ body }, { userId }, { request }) =>
      toRegistration(await create(body, requestKeyOf(request, userId, body))),
    updateRegistration: async ({ params: { id }, body }) => toRegistration(await update(id, body)),
    renewRegistrationLink: async ({ params: { id } }) => {
      const registration = await registrations.byId(id);
      if (!registration || !isCounted(registration)) throw new Refusal('not-found', 'Registration not found');
      return toRegistration(await renew(registration));
    },
    cancelRegistration: async ({ params: { id }, query }) => toRegistration(await cancel(id, query.revision)),
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
