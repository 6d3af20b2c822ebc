import { type Handlers, Refusal } from '@satrangi/chassis';
import type { paymentsApi } from '@satrangi/contracts';
import type { PaymentsConfig } from '../config.ts';
import { wayToPay } from '../pricing/pricing.rules.ts';
import type { ConfirmOrder } from './confirm-order.ts';
import type { CreateOrder } from './create-order.ts';
import type { HearWebhook } from './hear-webhook.ts';
import { grantedBy, type Order, toOrderView } from './order.rules.ts';
import type { OrderStore } from './orders.store.ts';

const SHOWN_AT_MOST = 200;

const settled = (order: Order) => ({
  orderId: order._id,
  status: order.state,
  paid: order.state === 'paid',
  granted: grantedBy(order),
});

export const ordersRoutes = (
  orders: OrderStore,
  { create, confirm, hear }: { create: CreateOrder; confirm: ConfirmOrder; hear: HearWebhook },
  config: PaymentsConfig,
): Handlers<typeof paymentsApi> => ({
  getPaymentOptions: async ({ query }) => ({
    ...wayToPay(query.country),
    statementName: config.STATEMENT_NAME,
    mailSubject: config.RECEIPT_SUBJECT,
    sandbox: config.STRIPE_BASE_URL !== undefined,
    stripePublishableKey: config.STRIPE_PUBLISHABLE_KEY,
    cashfreeMode: config.CASHFREE_MODE,
  }),
  createPayment: ({ body }, { userId }, { request }) => create(body, userId, request.get('idempotency-key')),
  verifyCashfree: async ({ body }, { userId }) => settled(await confirm.cashfree(body.orderId, userId)),
  confirmStripe: async ({ body }, { userId }) => settled(await confirm.stripe(body.paymentIntentId, userId)),
  getOrder: async ({ params: { orderId } }, { userId }) => {
    const order = (await orders.byId(orderId)) ?? (await orders.byReference(orderId));
    if (order?.userId !== userId) throw new Refusal('not-found', 'Order not found');
    return toOrderView(order);
  },
  listMyOrders: async (_input, { userId }) => (await orders.ofUser(userId, SHOWN_AT_MOST)).map(toOrderView),
  stripeWebhook: async ({ body }, _caller, { request }) => {
    await hear('stripe', body, request.headers);
    return { ok: true };
  },
  cashfreeWebhook: async ({ body }, _caller, { request }) => {
    await hear('cashfree', body, request.headers);
    return { ok: true };
  },
});
