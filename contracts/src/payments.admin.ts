import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { Purpose } from './payments.requests.ts';
import { AdminOrder, Contribution, OrderState, ReconciliationReport } from './payments.views.ts';
import { OrderId, Provider } from './schemas.ts';

/** The plain list answers at most this many, newest first; the rest is found with the search or in the CSV. */
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

/** What admins do with orders and their money. */
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
    summary: 'Orders of all purposes by state, purpose, provider, day, or a text; page by page, newest first',
    query: z.object({
      text: z
        .string()
        .trim()
        .max(254)
        .optional()
        .describe('an order id, number, payment id, user id or mail address, whole'),
      status: OrderState.optional(),
      purpose: Purpose.optional(),
      provider: Provider.optional(),
      attention: z
        .enum(['true', 'false'])
        .optional()
        .describe('true: mismatches, open disputes, refund requests, refunds that failed'),
      from: day.optional(),
      to: day.optional().describe('this day included'),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.object({
      orders: z.array(AdminOrder),
      total: z.int(),
      page: z.int(),
      pages: z.int(),
    }),
  },
  downloadOrders: {
    method: 'GET',
    path: '/admin/orders.csv',
    access: 'admin',
    kind: 'stream',
    summary: 'All orders as CSV for spreadsheets: UTF-8 with BOM, no cell is ever a formula',
    response: z.unknown(),
  },
  syncOrders: {
    method: 'POST',
    path: '/admin/orders/sync-google',
    access: 'admin',
    summary: 'Write all orders to the spreadsheet of the house; 503 `Sync failed` when there is none',
    response: z.object({ ok: z.literal(true), count: z.int().describe('orders written') }),
    problems: ['unavailable'],
  },
  refundOrder: {
    method: 'POST',
    path: '/admin/orders/:orderId/refund',
    access: 'admin',
    summary:
      'Give money back: all that is left, or a part in minor units of the order’s currency. The same amount for the same reason (or the same Idempotency-Key) is the same refund. All of it takes back what the order granted, a part does not',
    params: orderParams,
    body: z.object({
      reason: z.string().trim().min(1, 'A reason is needed').max(100),
      amountMinor: z.int().positive().optional(),
    }),
    response: AdminOrder,
    problems: ['validation-failed', 'not-found', 'payment-not-complete'],
  },
  resendOrder: {
    method: 'POST',
    path: '/admin/orders/:orderId/resend',
    access: 'admin',
    summary: 'Announce a paid order to the library again, or mail its receipt again',
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
  listReconciliations: {
    method: 'GET',
    path: '/admin/payments/reconciliation',
    access: 'admin',
    summary: 'What the nightly comparison of our books with the providers’ found, newest day first',
    response: z.array(ReconciliationReport),
  },
  runReconciliation: {
    method: 'POST',
    path: '/admin/payments/reconciliation',
    access: 'admin',
    summary: 'Compare one day (UTC) again, now; its report is replaced',
    body: z.object({ day }),
    response: ReconciliationReport,
    problems: ['validation-failed', 'provider-failed'],
  },
});
