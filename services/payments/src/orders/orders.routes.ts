import { type Handlers, Refusal } from '@satrangi/chassis';
import type { paymentsAdminApi, paymentsApi, UserId } from '@satrangi/contracts';
import type { PaymentsConfig } from '../config.ts';
import type { ExportMine } from '../people/export-mine.ts';
import { wayToPay } from '../pricing/pricing.rules.ts';
import type { ShowReceipt } from '../receipts/show-receipt.ts';
import type { CancelOrder } from './cancel-order.ts';
import type { ClaimOrder } from './claim-order.ts';
import type { ConfirmOrder } from './confirm-order.ts';
import type { CreateOrder } from './create-order.ts';
import type { HearWebhook } from './hear-webhook.ts';
import { grantedBy, isOf, type Order, purposeOf, toOrderView } from './order.rules.ts';
import type { OrderStore } from './orders.store.ts';
import type { ResumeOrder } from './resume-order.ts';
import { strangerRefusal } from './stranger-refusal.ts';

const SHOWN_AT_MOST = 200;

const settled = (order: Order) => ({
  orderId: order._id,
  purpose: purposeOf(order),
  status: order.state,
  paid: order.state === 'paid',
  granted: grantedBy(order),
});

export type OrderUseCases = {
  readonly create: CreateOrder;
  readonly confirm: ConfirmOrder;
  readonly hear: HearWebhook;
  readonly claim: ClaimOrder;
  readonly askRefund: (order: Order, reason: string) => Promise<Order>;
  readonly resume: ResumeOrder;
  readonly cancel: CancelOrder;
  readonly showReceipt: ShowReceipt;
  readonly exportMine: ExportMine;
};

export const ordersRoutes = (
  orders: OrderStore,
  { create, confirm, hear, claim, askRefund, resume, cancel, showReceipt, exportMine }: OrderUseCases,
  config: PaymentsConfig,
): Omit<Handlers<typeof paymentsApi>, keyof typeof paymentsAdminApi | 'holdings'> => {
  const named = async (name: string, userId: UserId | null): Promise<Order> => {
    const order = (await orders.byId(name)) ?? (await orders.byReference(name));
    if (!order) throw new Refusal('not-found', 'Order not found');
    if (!isOf(order, userId)) throw strangerRefusal(userId);
    return order;
  };
  const own = async (name: string, userId: UserId): Promise<Order> => {
    const order = await named(name, userId);
    if (order.userId !== userId) throw new Refusal('not-found', 'Order not found');
    return order;
  };

  return {
    getPaymentOptions: async ({ query }) => ({
      ...wayToPay(query.country),
      statementName: config.STATEMENT_NAME,
      mailSubject: config.RECEIPT_SUBJECT,
      thanksSubject: config.THANKS_SUBJECT,
      phoneReceipt: config.WHATSAPP_TOKEN !== undefined,
      sandbox: config.STRIPE_BASE_URL !== undefined,
      stripePublishableKey: config.STRIPE_PUBLISHABLE_KEY,
      cashfreeMode: config.CASHFREE_MODE,
    }),
    createPayment: ({ body }, caller, { request }) =>
      create(body, caller?.userId ?? null, request.get('idempotency-key')),
    verifyCashfree: async ({ body }, caller) =>
      settled(await confirm.cashfree(body.orderId, caller?.userId ?? null)),
    confirmStripe: async ({ body }, caller) =>
      settled(await confirm.stripe(body.paymentIntentId, caller?.userId ?? null)),
    logContribution: async ({ body }, caller) => {
      const order = await confirm.contribution(body.paymentIntentId, caller?.userId ?? null);
      return { ok: true, orderId: order._id, status: order.state, paid: order.state === 'paid' };
    },
    getOrder: async ({ params }, caller) => toOrderView(await named(params.orderId, caller?.userId ?? null)),
    resumeOrder: async ({ params }, { userId }) => resume(await own(params.orderId, userId)),
    cancelOrder: async ({ params }, { userId }) =>
      toOrderView(await cancel(await own(params.orderId, userId))),
    getReceipt: async ({ params }, { userId }, exchange) =>
      showReceipt(await own(params.orderId, userId), exchange),
    requestRefund: async ({ params, body }, { userId }) =>
      toOrderView(await askRefund(await own(params.orderId, userId), body.reason)),
    claimOrder: async ({ body }, { userId }) => toOrderView(await claim(body.orderId, userId)),
    listMyOrders: async (_input, { userId }) => (await orders.ofUser(userId, SHOWN_AT_MOST)).map(toOrderView),
    exportMine: (_input, { userId }) => exportMine(userId),
    stripeWebhook: async ({ body }, _caller, { request }) => {
      await hear('stripe', body, request.headers);
      return { ok: true };
    },
    cashfreeWebhook: async ({ body }, _caller, { request }) => {
      await hear('cashfree', body, request.headers);
      return { ok: true };
    },
  };
};
