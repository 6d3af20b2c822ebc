import type { Handlers } from '@satrangi/chassis';
import type { paymentsApi } from '@satrangi/contracts';
import type { PaymentsConfig } from '../config.ts';
import type { FindOrder } from '../orders/find-order.ts';
import type { ViewOrders } from '../orders/view-orders.ts';
import { wayToPay } from '../pricing/pricing.rules.ts';
import type { CancelOrder } from './cancel-order.ts';
import type { CreateOrder } from './create-order.ts';
import type { ResumeOrder } from './resume-order.ts';

type CheckoutUseCases = {
  readonly create: CreateOrder;
  readonly resume: ResumeOrder;
  readonly cancel: CancelOrder;
};

export const checkoutRoutes = (
  { create, resume, cancel }: CheckoutUseCases,
  find: FindOrder,
  { config, view }: { config: PaymentsConfig; view: ViewOrders },
): Pick<
  Handlers<typeof paymentsApi>,
  'getPaymentOptions' | 'createPayment' | 'resumeOrder' | 'cancelOrder'
> => ({
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
  resumeOrder: async ({ params }, { userId }) => resume(await find.own(params.orderId, userId)),
  cancelOrder: async ({ params }, { userId }) =>
    view.one(await cancel(await find.own(params.orderId, userId))),
});
