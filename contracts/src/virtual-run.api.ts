import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { holdingsApi } from './holdings.ts';
import { Instant } from './schemas.ts';
import { Registration, runAdminApi } from './virtual-run.admin.ts';
import { RunEvent, RunForm, RunRegistration } from './virtual-run.form.ts';
import { runLedgerApi } from './virtual-run.ledger.ts';
import { runPagesApi } from './virtual-run.pages.ts';

export * from './virtual-run.admin.ts';
export * from './virtual-run.form.ts';
export * from './virtual-run.ledger.ts';
export * from './virtual-run.pages.ts';

export const virtualRunApi = defineApi({
  ...holdingsApi('virtual-run'),
  ...runPagesApi,
  ...runLedgerApi,
  ...runAdminApi,
  getRun: {
    method: 'GET',
    path: '/virtual-run',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: ['run-updated'],
    summary:
      'The event: fees in rupees, phases, dates. 404 when there is none or it is over (checklist RUN-01, RUN-22)',
    response: RunEvent,
    problems: ['not-found'],
  },
  getCounts: {
    method: 'GET',
    path: '/virtual-run/counts',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: ['registration', 'run-updated', 'run-page-updated'],
    summary:
      'Runners (paid and manual) and the sum of gifts to their pages, after refunds; only paid money counts (checklist RUN-13, RUN-26, RUN-29)',
    response: z.object({
      total: z.int(),
      count: z.int().describe('the same as total'),
      raisedMinor: z.int().describe('in paise'),
      raised: z.number().describe('in rupees'),
    }),
  },
  createDraft: {
    method: 'POST',
    path: '/virtual-run/drafts',
    access: 'public',
    personal: true,
    status: 201,
    summary:
      'Checks the form and keeps it for 48 hours, before money moves: `draftId` goes as `runDraftId` into `POST /payments/create`, and the paid fee registers by itself if the browser has closed',
    body: RunForm,
    response: z.object({
      draftId: z.string(),
      feeMinor: z.int().describe('the amount to pay, in paise'),
      currency: z.literal('INR'),
      expiresAt: Instant,
    }),
    problems: ['validation-failed', 'event-closed', 'too-many-requests'],
  },
  register: {
    method: 'POST',
    path: '/virtual-run/register',
    access: 'public',
    personal: true,
    status: 201,
    summary:
      'Registers a runner for a payment, once: the same payment answers the first address. Paid only when payments has confirmed the money; until then `awaiting-payment` (checklist RUN-02, RUN-12, RUN-27, RUN-28)',
    body: RunRegistration,
    response: z.object({
      slug: z.string(),
      status: z.enum(['paid', 'awaiting-payment']),
      url: z.string().describe('path of the page, once it is paid'),
      pageId: z.string(),
    }),
    problems: [
      'validation-failed',
      'event-closed',
      'fee-mismatch',
      'too-many-requests',
      'too-late',
      'invalid-token',
    ],
  },
  exportMine: {
    method: 'GET',
    path: '/virtual-run/export',
    access: 'user',
    summary: 'Everything the run stores of the caller: forms, registrations, kilometres, gifts to pages',
    response: z.object({
      registrations: z.array(
        Registration.extend({
          story: z.string(),
          km: z.array(z.object({ date: z.string(), km: z.number() })),
        }),
      ),
      gifts: z.array(
        z.object({ orderId: z.string(), amount: z.number(), name: z.string(), message: z.string() }),
      ),
      drafts: z
        .array(
          z.object({
            createdAt: Instant,
            expiresAt: Instant,
            form: z.record(z.string(), z.unknown()).describe('every field of the form'),
          }),
        )
        .describe('forms that were stored before a payment, for 48 hours'),
    }),
  },
});
