import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { holdingsApi } from './holdings.ts';
import { paymentsAdminApi } from './payments.admin.ts';
import { giftsApi } from './payments.gifts.ts';
import { ReceiptView } from './payments.receipt.ts';
import { CardConfirmation, PaymentRequest } from './payments.requests.ts';
import { storedCardApi } from './payments.stored-card.ts';
import { MyPayments, Order, Settled, StartedPayment } from './payments.views.ts';
import { CountryCode, Currency, OrderId, Provider } from './schemas.ts';

/** Well above the size of real webhooks; bounds memory. */
export const WEBHOOK_MAX_BYTES = 256 * 1024;

const webhookAnswer = z.object({ ok: z.literal(true) });
/** An order id, or a Stripe payment intent id. */
const OrderName = z.object({ orderId: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/) });

export const paymentsApi = defineApi({
  ...holdingsApi('payments'),
  ...giftsApi,
  ...storedCardApi,
  getPaymentOptions: {
    method: 'GET',
    path: '/payments/options',
    access: 'public',
    rate: 'cheap',
    summary: 'Payment options of a country: provider, currency, and the text of the bank statement',
    query: z.object({ country: CountryCode.default('IN') }),
    response: z.object({
      provider: Provider,
      currency: Currency,
      statementName: z.string(),
      mailSubject: z.string().describe('subject of the mail after a purchase'),
      thanksSubject: z.string().optional().describe('subject of the mail after a contribution or a fee'),
      phoneReceipt: z
        .boolean()
        .optional()
        .describe('a phone number given with an order also gets a short WhatsApp receipt without titles'),
      sandbox: z.boolean().describe('the browser loads /sandbox/*.js instead of the provider’s script'),
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
      'Create an order and start its payment. A purchase requires a login and is charged at the catalog’s price; contributions and run fees are not. Idempotent with an Idempotency-Key; an open order for the same items is resumed. `storedCard: use` without a stored card: 404 with `data.storedCard` null',
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
      'Fetch the payment status of the caller’s order from Cashfree and settle the order; idempotent. Orders made without a login need none',
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
      'Fetch the status of the caller’s payment from Stripe and settle the order; any status but succeeded answers `Payment status: {status}`. Payments made without a login need none',
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
      'The page reports a contribution by card. The status is read from Stripe; name and amount of the page are ignored; idempotent',
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
      'One order of the caller, by order id or by Stripe payment intent id. Orders made without a login are visible to every caller who knows the id',
    params: OrderName,
    response: Order,
    problems: ['not-authenticated', 'not-found'],
  },
  resumeOrder: {
    method: 'POST',
    path: '/payments/orders/:orderId/resume',
    access: 'user',
    summary:
      'Continue the payment of an open order of the caller: the response of `create` again, after checks at the provider and in the catalog. 409 `too-late` with `data.status` when it is paid, cancelled or expired; idempotent',
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
      'Cancel an open order of the caller: closed at the provider first, then here. 409 `too-late` with `data.status` when it is paid or its payment is being processed; idempotent',
    params: OrderName,
    response: Order,
    problems: ['not-found', 'too-late', 'provider-failed'],
  },
  getReceipt: {
    method: 'GET',
    path: '/payments/orders/:orderId/receipt',
    access: 'user',
    kind: 'stream',
    summary: 'The receipt of a paid order of the caller as PDF; the file name contains only the order number',
    params: OrderName,
    response: z.unknown(),
    problems: ['not-found', 'payment-not-complete'],
  },
  getReceiptView: {
    method: 'GET',
    path: '/payments/orders/:orderId/receipt/view',
    access: 'user',
    summary: 'The content of the receipt of a paid order of the caller, for a page that can be printed',
    params: OrderName,
    response: ReceiptView,
    problems: ['not-found', 'payment-not-complete'],
  },
  requestRefund: {
    method: 'POST',
    path: '/payments/orders/:orderId/refund-request',
    access: 'user',
    summary:
      'Request a refund of a purchase, within three days of payment; an admin decides. The first request counts. A gift is refunded at once, until its code is redeemed',
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
      '“Paid, but it’s not in your library”: reads the payment from the provider again, publishes the event of a paid order again, and returns the order',
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
    summary: 'Everything payments stores about the caller: orders with name and addresses, and owned items',
    response: MyPayments,
  },
  stripeWebhook: {
    method: 'POST',
    path: '/payments/webhooks/stripe',
    access: 'public',
    kind: 'raw',
    rate: 'webhook',
    bodyLimit: WEBHOOK_MAX_BYTES,
    summary:
      'Signed by Stripe over the raw bytes. 401 without a valid signature, 503 when it cannot be stored',
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
      'Signed by Cashfree over timestamp and raw bytes. A stale one only triggers a status request to Cashfree',
    response: webhookAnswer,
    problems: ['invalid-signature', 'unavailable', 'too-large'],
  },
  ...paymentsAdminApi,
});
