import { type Handlers, Refusal, rowsOf, sendCsv } from '@satrangi/chassis';
import type { paymentsAdminApi, UserId } from '@satrangi/contracts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { ErasureStore } from '../privacy/erasures.store.ts';
import type { ReconcileDay } from '../reconciliation/reconcile-day.ts';
import type { ReconciliationStore } from '../reconciliation/reconciliation.store.ts';
import type { DeclineRefund } from '../refunds/decline-refund.ts';
import type { RefundOrder } from '../refunds/refund-order.ts';
import { toAdminOrder, toContribution } from './admin-order.rules.ts';
import { contributionMonths } from './contribution-months.rules.ts';
import { contributionSort, orderFilter } from './find-orders.rules.ts';
import { orderColumns, orderRow } from './order-rows.ts';
import type { ResendOrder } from './resend-order.ts';

const REPORTS_SHOWN = 60;
const CONTRIBUTIONS = { purpose: 'contribution' } as const;

type Stores = { orders: OrderStore; reports: ReconciliationStore; erasures: ErasureStore };

/** Runs an act of an admin. One who is deleted meanwhile is not named by what it stored. */
const actOf =
  ({ orders, erasures }: Pick<Stores, 'orders' | 'erasures'>) =>
  async <T>(by: UserId, act: Promise<T>): Promise<T> => {
    try {
      return await act;
    } finally {
      if (await erasures.isErased(by)) await orders.eraseAdmin(by);
    }
  };

type Deps = {
  refund: RefundOrder;
  decline: DeclineRefund;
  resend: ResendOrder;
  sync: () => Promise<number>;
  reconcile: ReconcileDay;
};

export const adminRoutes = (
  stores: Stores,
  { refund, decline, resend, sync, reconcile }: Deps,
): Handlers<typeof paymentsAdminApi> => {
  const { orders, reports } = stores;
  const act = actOf(stores);
  return {
    listOrders: async ({ query }) => (await orders.latest(['purchase', null], query.limit)).map(toAdminOrder),
    searchOrders: async ({ query }) => {
      const { page, pageSize } = query;
      const { found, total } = await orders.find(orderFilter(query), {
        skip: (page - 1) * pageSize,
        limit: pageSize,
      });
      const pages = Math.max(1, Math.ceil(total / pageSize));
      return { orders: found.map(toAdminOrder), total, page, pages };
    },
    downloadOrders: ({ query: { ids } }, _caller, { response }) =>
      sendCsv(response, 'orders.csv', orderColumns, rowsOf(orders.all(ids), orderRow)),
    syncOrders: async () => ({ ok: true, count: await sync() }),
    refundOrder: async ({ params, body }, { userId }, { request }) => {
      const { reason, amountMinor, leftMinor } = body;
      const idempotencyKey = request.get('idempotency-key');
      const { orderId } = params;
      return toAdminOrder(
        await act(userId, refund({ orderId, reason, amountMinor, leftMinor, by: userId, idempotencyKey })),
      );
    },
    declineRefund: async ({ params, body }, { userId }) =>
      toAdminOrder(await act(userId, decline(params.orderId, { reason: body.reason, by: userId }))),
    resendOrder: async ({ params, body }) => toAdminOrder(await resend(params.orderId, body.what)),
    listContributions: async ({ query }) =>
      (await orders.latest(['contribution'], query.limit)).map(toContribution),
    searchContributions: async ({ query: { sort, page, pageSize } }) => {
      const { found, total } = await orders.find(CONTRIBUTIONS, {
        skip: (page - 1) * pageSize,
        limit: pageSize,
        sort: contributionSort(sort),
      });
      const pages = Math.max(1, Math.ceil(total / pageSize));
      return { contributions: found.map(toContribution), total, page, pages };
    },
    listContributionMonths: async () => contributionMonths(orders.paidContributions()),
    listReconciliations: async () => reports.latest(REPORTS_SHOWN),
    runReconciliation: async ({ body }) => {
      const report = await reconcile(body.day);
      if (!report) throw new Refusal('validation-failed', 'That day has not begun');
      return report;
    },
  };
};
