import type { Handlers } from '@satrangi/chassis';
import type { paymentsApi } from '@satrangi/contracts';
import { grantedBy, type Order, purposeOf } from '../orders/order.rules.ts';
import type { ViewOrders } from '../orders/view-orders.ts';
import type { ClaimOrder } from './claim-order.ts';
import type { ConfirmOrder } from './confirm-order.ts';
import type { HandleWebhook } from './handle-webhook.ts';

const settled = (order: Order) => ({
  orderId: order._id,
  purpose: purposeOf(order),
  status: order.state,
  paid: order.state === 'paid',
  granted: grantedBy(order),
});

type SettlementUseCases = {
  readonly confirm: ConfirmOrder;
  readonly handleWebhook: HandleWebhook;
  readonly claim: ClaimOrder;
};

export const settlementRoutes = (
  { confirm, handleWebhook, claim }: SettlementUseCases,
  view: ViewOrders,
): Pick<
  Handlers<typeof paymentsApi>,
  'verifyCashfree' | 'confirmStripe' | 'logContribution' | 'claimOrder' | 'stripeWebhook' | 'cashfreeWebhook'
> => ({
  verifyCashfree: async ({ body }, caller) =>
    settled(await confirm.cashfree(body.orderId, caller?.userId ?? null)),
  confirmStripe: async ({ body }, caller) =>
    settled(await confirm.stripe(body.paymentIntentId, caller?.userId ?? null)),
  logContribution: async ({ body }, caller) => {
    const order = await confirm.contribution(body.paymentIntentId, caller?.userId ?? null);
    return { ok: true, orderId: order._id, status: order.state, paid: order.state === 'paid' };
  },
  claimOrder: async ({ body }, { userId }) => view.one(await claim(body.orderId, userId)),
  stripeWebhook: async ({ body }, _caller, { request }) => {
    await handleWebhook('stripe', body, request.headers);
    return { ok: true };
  },
  cashfreeWebhook: async ({ body }, _caller, { request }) => {
    await handleWebhook('cashfree', body, request.headers);
    return { ok: true };
  },
});
