import { z } from 'zod';
import { contributionSorts } from './contribution-columns.ts';
import { defineApi } from './endpoint.ts';
import { chosenIds, paging } from './paging.ts';
import { Purpose } from './payments.requests.ts';
import {
  AdminOrder,
  Contribution,
  ContributionMonth,
  OrderState,
  ReconciliationReport,
} from './payments.views.ts';
import { OrderId, Provider } from './schemas.ts';

/** The plain list returns at most this many orders, newest first. The search and the CSV cover the rest. */
export const ADMIN_ORDERS_MAX = 1_000;

const newest = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(ADMIN_ORDERS_MAX)
    .default(ADMIN_ORDERS_MAX)
    .describe(`all without it, up to ${ADMIN_ORDERS_MAX}`),
});

const orderParams = z.object({ orderId: OrderId });
const day = z.iso.date('A day looks like 2026-11-20');

/** Order and refund administration. */
/** What an answer says of its page, beside the rows. */
const pages = { total: z.int(), page: z.int(), pages: z.int() };

export const paymentsAdminApi = defineApi({
  listOrders: {
    method: 'GET',
    path: '/admin/orders',
    access: 'admin',
    summary: `All purchases up to ${ADMIN_ORDERS_MAX}, newest first`,
    query: newest,
    response: z.array(AdminOrder),
  },
  searchOrders: {
    method: 'GET',
    path: '/admin/orders/search',
    access: 'admin',
    summary:
      'Search orders of all purposes by state, purpose, provider, day or text; paginated, newest first',
    query: z.object({
      text: z
        .string()
        .trim()
        .max(254)
        .optional()
        .describe('a complete order id, number, payment id, user id or mail address'),
      status: OrderState.optional(),
      purpose: Purpose.optional(),
      provider: Provider.optional(),
      attention: z
        .enum(['true', 'false'])
        .optional()
        .describe('true: mismatches, orders paid twice, open disputes, refund requests, failed refunds'),
      refund: z
        .enum(['requested'])
        .optional()
        .describe('requested: the buyer asks for a refund and has no answer yet'),
      from: day.optional(),
      to: day.optional().describe('this day included'),
      ...paging(200, 50),
    }),
    response: z.object({ orders: z.array(AdminOrder), ...pages }),
  },
  downloadOrders: {
    method: 'GET',
    path: '/admin/orders.csv',
    access: 'admin',
    audited: true,
    kind: 'stream',
    summary: 'All orders, or the named ones, as CSV for spreadsheets: UTF-8 with BOM, formulas escaped',
    query: z.object({ ids: chosenIds(OrderId, 'order') }),
    response: z.unknown(),
  },
  syncOrders: {
    method: 'POST',
    path: '/admin/orders/sync-google',
    access: 'admin',
    summary: 'Write all orders to the configured spreadsheet; 503 `Sync failed` when none is set',
    response: z.object({ ok: z.literal(true), count: z.int().describe('orders written') }),
    problems: ['unavailable'],
  },
  refundOrder: {
    method: 'POST',
    path: '/admin/orders/:orderId/refund',
    access: 'admin',
    summary:
      'Refund the remaining amount, or a part in minor units of the order’s currency. The same amount with the same reason (or the same Idempotency-Key) is the same refund. A full refund revokes the grants of the order, a partial one does not',
    params: orderParams,
    // strict: a misspelt amount would refund everything
    body: z.strictObject({
      reason: z.string().trim().min(1, 'A reason is needed').max(100),
      amountMinor: z.int().positive().optional(),
      leftMinor: z
        .int()
        .nonnegative()
        .optional()
        .describe(
          '`refundable` as the caller saw it: 409 `version-conflict` when another refund was made since then',
        ),
    }),
    response: AdminOrder,
    problems: ['validation-failed', 'not-found', 'payment-not-complete', 'version-conflict'],
  },
  declineRefund: {
    method: 'POST',
    path: '/admin/orders/:orderId/refund-request/decline',
    access: 'admin',
    summary:
      'Decline the refund request of a buyer, with a reason that the buyer reads on the page of the order. The same reason again changes nothing. 409 `version-conflict` when the request was answered otherwise: by a refund, or with another reason. A refund stays possible',
    params: orderParams,
    body: z.object({
      reason: z.string().trim().min(1, 'A reason is needed').max(500).describe('words for the buyer'),
    }),
    response: AdminOrder,
    problems: ['not-found', 'version-conflict'],
  },
  resendOrder: {
    method: 'POST',
    path: '/admin/orders/:orderId/resend',
    access: 'admin',
    summary: 'Publish the success event of a paid order again, or mail its receipt again',
    params: orderParams,
    body: z.object({ what: z.enum(['access', 'receipt']) }),
    response: AdminOrder,
    problems: ['not-found', 'payment-not-complete', 'validation-failed'],
  },
  listContributions: {
    method: 'GET',
    path: '/payments/Contributions',
    access: 'admin',
    summary: `All contributions up to ${ADMIN_ORDERS_MAX}, newest first`,
    query: newest,
    response: z.array(Contribution),
  },
  searchContributions: {
    method: 'GET',
    path: '/admin/contributions/search',
    access: 'admin',
    summary: 'All contributions in pages, sorted by one column; newest first without `sort`',
    query: z.object({
      sort: z
        .enum(contributionSorts)
        .default('-createdAt')
        .describe('a column; with a minus in descending order. `amount` sorts within each currency'),
      ...paging(200, 50),
    }),
    response: z.object({ contributions: z.array(Contribution), ...pages }),
  },
  listContributionMonths: {
    method: 'GET',
    path: '/admin/contributions/months',
    access: 'admin',
    summary: 'Paid contributions by month (Kolkata) and currency, after refunds; newest month first',
    response: z.array(ContributionMonth),
  },
  listReconciliations: {
    method: 'GET',
    path: '/admin/payments/reconciliation',
    access: 'admin',
    summary: 'Reports of the nightly reconciliation with the providers, newest day first',
    response: z.array(ReconciliationReport),
  },
  runReconciliation: {
    method: 'POST',
    path: '/admin/payments/reconciliation',
    access: 'admin',
    summary: 'Reconcile one day (UTC) now; replaces its report',
    body: z.object({ day }),
    response: ReconciliationReport,
    problems: ['validation-failed', 'provider-failed'],
  },
});
