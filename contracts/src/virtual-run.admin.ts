import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { chosenIds, pageFacts, paging } from './paging.ts';
import { Instant, searchText } from './schemas.ts';
import {
  displayName,
  RunActivity,
  RunEvent,
  RunEventDraft,
  RunPronouns,
  runEmail,
  runName,
  TshirtSize,
} from './virtual-run.form.ts';
import { runActivities } from './virtual-run-texts.ts';

export const registrationStates = ['awaiting-payment', 'paid', 'manual', 'mismatch', 'cancelled'] as const;
export const RegistrationState = z.enum(registrationStates);
export type RegistrationState = z.infer<typeof RegistrationState>;

/** A registration as admins see it (checklist RUN-19). */
export const Registration = z.object({
  _id: z.string(),
  eventId: z.string(),
  displayName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  location: z.string(),
  additionalInfo: z.string(),
  activityType: RunActivity,
  distanceKm: z.number(),
  tshirtSize: z.string().nullable(),
  pronouns: z.string().nullable(),
  fundraisingGoal: z.number().describe('in rupees'),
  amountPaid: z.number().describe('in rupees, after partial refunds'),
  paymentStatus: RegistrationState,
  paymentProvider: z.string().nullable(),
  paymentId: z.string().nullable(),
  paymentSignature: z.null().describe('the events of payments are signed instead'),
  consentData: z.boolean(),
  consentMarketing: z.boolean(),
  source: z.enum(['web', 'admin']),
  slug: z.string(),
  isPublic: z.boolean(),
  isListed: z.boolean(),
  createdAt: Instant,
  revision: z.int(),
});
export type Registration = z.infer<typeof Registration>;

const byId = z.object({ id: z.string().max(64) });
/** A number; anything else is 0 (checklist RUN-17). */
const numberOrZero = z
  .unknown()
  .transform((value) => (typeof value === 'string' || typeof value === 'number' ? Number(value) : 0))
  .transform((value) => (Number.isFinite(value) && value > 0 ? value : 0))
  .optional();

const fields = z.object({
  name: runName,
  email: runEmail,
  phone: z.string().trim().max(30).optional(),
  displayName: displayName.optional(),
  location: z.string().trim().max(120).optional(),
  additionalInfo: z.string().trim().max(1_000).optional(),
  activityType: z.enum(runActivities).optional(),
  distanceKm: numberOrZero,
  fundraisingGoal: numberOrZero,
  tshirtSize: TshirtSize.optional(),
  pronouns: RunPronouns.optional(),
  isListed: z.boolean().optional(),
});
export const ManualRegistration = fields.extend({
  paymentId: z.string().max(80).optional().describe('a paid fee without a runner'),
  consentData: z.boolean().default(false).describe('the runner has agreed that the data is stored'),
});
export type ManualRegistration = z.output<typeof ManualRegistration>;

/** The event as admins edit it, also when it is unpublished or over. */
export const StoredRunEvent = RunEventDraft.extend({ _id: z.string(), revision: z.int() });
export type StoredRunEvent = z.output<typeof StoredRunEvent>;
export const RunEventChanges = RunEventDraft.extend({
  startNew: z.boolean().default(false),
  revision: z.int().optional().describe('the revision the admin began with; 409 over a newer one'),
});
export const RegistrationChanges = fields.partial().extend({
  isPublic: z.boolean().optional(),
  revision: z.int().optional().describe('the revision the admin began with; 409 over a newer one'),
});
export type RegistrationChanges = z.output<typeof RegistrationChanges>;

export const runAdminApi = defineApi({
  listRegistrations: {
    method: 'GET',
    path: '/virtual-run/registrations',
    access: 'admin',
    summary: 'Registrations, newest first; all up to 1,000 by default (checklist RUN-15, RUN-19, RUN-31)',
    query: z.object({
      q: searchText(200)
        .optional()
        .describe('a part of name, display name, email, phone or address; a name also in another script'),
      state: RegistrationState.optional(),
      ...paging(1_000, 1_000),
    }),
    response: z.object({ results: z.array(Registration), ...pageFacts }),
  },
  downloadRegistrations: {
    method: 'GET',
    path: '/admin/virtual-run/registrations.csv',
    access: 'admin',
    audited: true,
    kind: 'stream',
    summary:
      'All registrations, or the named ones, as CSV for spreadsheets: UTF-8 with BOM, formulas escaped',
    query: z.object({ ids: chosenIds(z.string().min(1).max(64), 'registration') }),
    response: z.unknown(),
  },
  createRegistration: {
    method: 'POST',
    path: '/admin/virtual-run/create-registration',
    access: 'admin',
    status: 201,
    summary:
      'Registers a runner by hand, flagged `source: admin`; with a payment without a runner it becomes that payment’s registration. Idempotent with an Idempotency-Key (checklist RUN-16, RUN-17, RUN-29)',
    body: ManualRegistration,
    response: Registration,
    problems: ['validation-failed', 'unknown-payment', 'already-used', 'event-closed'],
  },
  updateRegistration: {
    method: 'PATCH',
    path: '/admin/virtual-run/registrations/:id',
    access: 'admin',
    summary: 'Changes a registration; over a newer revision: 409 with `data.current`',
    params: byId,
    body: RegistrationChanges,
    response: Registration,
    problems: ['validation-failed', 'not-found', 'version-conflict'],
  },
  cancelRegistration: {
    method: 'DELETE',
    path: '/admin/virtual-run/registrations/:id',
    access: 'admin',
    summary:
      'Cancels a registration and closes its page; the money is refunded in payments. Over a newer revision: 409 with `data.current`',
    params: byId,
    query: z.object({
      revision: z.coerce.number().int().optional().describe('the revision that the admin saw'),
    }),
    response: Registration,
    problems: ['not-found', 'version-conflict'],
  },
  renewRegistrationLink: {
    method: 'POST',
    path: '/admin/virtual-run/registrations/:id/renew-link',
    access: 'admin',
    summary: 'Ends the private link of a runner and mails a new one; only the runner gets it',
    params: byId,
    response: Registration,
    problems: ['not-found'],
  },
  listUnmatchedPayments: {
    method: 'GET',
    path: '/admin/virtual-run/unmatched-payments',
    access: 'admin',
    summary: 'Money without a runner: paid fees without a registration, and gifts to unknown pages',
    query: z.object({
      minutes: z.coerce.number().int().min(0).max(100_000).default(30).describe('the least age'),
    }),
    response: z.array(
      z.object({
        kind: z.enum(['fee', 'gift']),
        paymentId: z.string().nullable(),
        orderId: z.string(),
        amount: z.number().describe('in rupees'),
        ageMinutes: z.int(),
        hasDraft: z.boolean(),
      }),
    ),
  },
  syncRegistrations: {
    method: 'POST',
    path: '/admin/virtual-run/sync-registrations',
    access: 'admin',
    summary:
      'Writes all registrations to the configured spreadsheet; 503 `Sync failed` when none is set (checklist RUN-18, RUN-30)',
    response: z.object({ ok: z.literal(true), count: z.int() }),
    problems: ['unavailable'],
  },
  getEvent: {
    method: 'GET',
    path: '/admin/virtual-run/event',
    access: 'admin',
    summary: 'The event as admins edit it: the one that ends last, also unpublished or over',
    response: StoredRunEvent,
    problems: ['not-found'],
  },
  saveEvent: {
    method: 'PUT',
    path: '/admin/virtual-run/event',
    access: 'admin',
    summary:
      'Saves dates, fees and phases of the event; with `startNew` another event begins. Over a newer one than `revision`: 409 with `data.current`',
    body: RunEventChanges,
    response: RunEvent,
    problems: ['validation-failed', 'version-conflict'],
  },
});
