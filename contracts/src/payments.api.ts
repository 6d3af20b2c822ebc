import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { holdingsApi } from './holdings.ts';
import { paymentsAdminApi } from './payments.admin.ts';
import { CardConfirmation, PaymentRequest } from './payments.requests.ts';
import { MyPayments, Order, Settled, StartedPayment } from './payments.views.ts';
import { CountryCode, Currency, OrderId, Provider } from './schemas.ts';

/** Far above what either provider sends, far below what could hurt. */
export const WEBHOOK_MAX_BYTES = 256 * 1024;

const webhookAnswer = z.object({ ok: z.literal(true) });
/** An order id, or the id of the payment at Stripe. */
const OrderName = z.object({ orderId: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/) });

export const paymentsApi = defineApi({
  ...holdingsApi('payments'),
  getPaymentOptions: {
    method: 'GET',
    path: '/payments/options',
    access: 'public',
    rate: 'cheap',
    summary: 'How a visitor from a country pays: provider, currency, and what their statement will say',
    query: z.object({ country: CountryCode.default('IN') }),
    response: z.object({
      provider: Provider,
      currency: Currency,
      statementName: z.string(),
      mailSubject: z.string().describe('of the mail after a purchase'),
      thanksSubject: z.string().optional().describe('of the mail after a contribution or a fee'),
      phoneReceipt: z
        .boolean()
        .optional()
        .describe('a number given with an order also gets a short receipt by WhatsApp, without titles'),
      sandbox: z.boolean().describe('the browser loads /sandbox/*.js in place of the provider’s script'),
      stripePublishableKey: z.string(),
      cashfreeMode: z.enum(['sandbox', 'production']),
    }),
  },
  createPayment: {
    method: 'POST',
    path: '/payments/create',
    access: 'public',
    personal: true,
    summary:
      'Make an order and start it with the provider. A purchase wants a login and costs what the catalog says; contributions and run fees do not. An Idempotency-Key makes it safe to repeat; an open order for the same items is gone on with',
    body: PaymentRequest,
    response: StartedPayment,
    problems: [
      'validation-failed',
      'not-authenticated',
      'not-allowed',
      'not-found',
      'price-not-available',
      'price-changed',
      'already-owned',
      'idempotency-mismatch',
      'still-running',
      'provider-failed',
    ],
  },
  verifyCashfree: {
    method: 'POST',
    path: '/payments/cashfree/verify',
    access: 'public',
    personal: true,
    summary:
      'Ask Cashfree about the caller’s order and act on the answer; safe to call any number of times. Orders made without a login are asked about without one',
    body: z.object({ orderId: OrderId }),
    response: Settled,
    problems: ['not-authenticated', 'not-found', 'provider-failed'],
  },
  confirmStripe: {
    method: 'POST',
    path: '/payments/confirm',
    access: 'public',
    personal: true,
    summary:
      'Ask Stripe about the caller’s payment; any status but succeeded answers `Payment status: {status}`. Payments made without a login are confirmed without one',
    body: CardConfirmation,
    response: Settled,
    problems: ['not-authenticated', 'not-found', 'payment-not-complete', 'provider-failed'],
  },
  logContribution: {
    method: 'POST',
    path: '/payments/Contributions/log',
    access: 'public',
    personal: true,
    summary:
      'The page says a contribution by card is through. Stripe is asked; what the page says of name and amount changes nothing, a repeat is harmless',
    body: CardConfirmation,
    response: z.object({ ok: z.literal(true), orderId: OrderId, status: z.string(), paid: z.boolean() }),
    problems: ['not-authenticated', 'not-found', 'provider-failed'],
  },
  getOrder: {
    method: 'GET',
    path: '/payments/orders/:orderId',
    access: 'public',
    personal: true,
    summary:
      'One order of the caller, by order id or by Stripe payment intent id. Orders made without a login are shown to whoever knows the id',
    params: OrderName,
    response: Order,
    problems: ['not-authenticated', 'not-found'],
  },
  resumeOrder: {
    method: 'POST',
    path: '/payments/orders/:orderId/resume',
    access: 'user',
    summary:
      'Continue the payment of an open order of the caller: the answer of `create` again, after the provider and the catalog are checked. 409 `too-late` with `data.status` when it is paid, cancelled or over; safe to repeat',
    params: OrderName,
    response: StartedPayment,
    problems: [
      'not-found',
      'too-late',
      'already-owned',
      'price-changed',
      'price-not-available',
      'still-running',
      'provider-failed',
    ],
  },
  cancelOrder: {
    method: 'POST',
    path: '/payments/orders/:orderId/cancel',
    access: 'user',
    summary:
      'Cancel an open order of the caller: it is closed at the provider first, then here. 409 `too-late` with `data.status` when it is paid or its payment is being processed; safe to repeat',
    params: OrderName,
    response: Order,
    problems: ['not-found', 'too-late', 'provider-failed'],
  },
  getReceipt: {
    method: 'GET',
    path: '/payments/orders/:orderId/receipt',
    access: 'user',
    kind: 'stream',
    summary: 'The receipt of a paid order of the caller as PDF, named after its number and nothing else',
    params: OrderName,
    response: z.unknown(),
    problems: ['not-found', 'payment-not-complete'],
  },
  requestRefund: {
    method: 'POST',
    path: '/payments/orders/:orderId/refund-request',
    access: 'user',
    summary:
      'The buyer asks for the money of a purchase back, within three days of paying; an admin decides. The first request counts',
    params: OrderName,
    body: z.object({ reason: z.string().trim().min(1, 'Tell us why, in a few words').max(500) }),
    response: Order,
    problems: ['not-found', 'payment-not-complete', 'too-late'],
  },
  claimOrder: {
    method: 'POST',
    path: '/payments/claim',
    access: 'user',
    summary:
      '“Paid but not in my library”: asks the provider again, announces a paid order again, and answers the order',
    body: z.object({
      orderId: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,80}$/, 'That order is not known')
        .describe('order id, receipt number, or Stripe payment intent id'),
    }),
    response: Order,
    problems: ['not-found', 'provider-failed'],
  },
  listMyOrders: {
    method: 'GET',
    path: '/payments/mine',
    access: 'user',
    summary: 'The caller’s orders, newest first',
    response: z.array(Order),
  },
  exportMine: {
    method: 'GET',
    path: '/payments/export',
    access: 'user',
    summary:
      'Everything payments holds of the caller: orders with the name and addresses given, and what is owned',
    response: MyPayments,
  },
  stripeWebhook: {
    method: 'POST',
    path: '/payments/webhooks/stripe',
    access: 'public',
    kind: 'raw',
    rate: 'webhook',
    bodyLimit: WEBHOOK_MAX_BYTES,
    summary: 'Signed by Stripe over the raw bytes. 401 without a good signature, 503 when it can not be kept',
    response: webhookAnswer,
    problems: ['invalid-signature', 'unavailable', 'too-large'],
  },
  cashfreeWebhook: {
    method: 'POST',
    path: '/payments/webhooks/cashfree',
    access: 'public',
    kind: 'raw',
    rate: 'webhook',
    bodyLimit: WEBHOOK_MAX_BYTES,
    summary:
      'Signed by Cashfree over timestamp and raw bytes. A stale one is only a hint to ask Cashfree itself',
    response: webhookAnswer,
    problems: ['invalid-signature', 'unavailable', 'too-large'],
  },
  ...paymentsAdminApi,
});
