import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import {
  AnyMediaType,
  CountryCode,
  Currency,
  Format,
  Instant,
  JoinedMediaType,
  MediaId,
  Money,
  OrderId,
  Provider,
} from './schemas.ts';

export const orderStates = ['pending', 'paid', 'failed', 'expired', 'refunded', 'mismatch'] as const;
export const OrderState = z.enum(orderStates);
export type OrderState = z.infer<typeof OrderState>;

const textOrNumber = z.union([z.string().max(40), z.number()]);
const nested = z.object({ _id: z.string() });

/** Items came under several names over the years (storefront §3); each form ends as media id, type and format. */
const WireItem = z
  .object({
    media: z.union([z.string(), nested]).optional(),
    mediaId: z.string().optional(),
    ebook: z.union([z.string(), nested]).optional(),
    ebookId: z.string().optional(),
    id: z.string().optional(),
    _id: z.string().optional(),
    mediaType: AnyMediaType.optional(),
    format: Format.optional(),
    price: textOrNumber.optional().describe('compared, never believed'),
  })
  .transform((item, context) => {
    const named = item.media ?? item.mediaId ?? item.ebook ?? item.ebookId ?? item.id ?? item._id;
    const read = MediaId.safeParse(typeof named === 'object' ? named._id : named);
    if (!read.success) {
      context.addIssue({ code: 'custom', message: 'Each item must name its media' });
      return z.NEVER;
    }
    return { mediaId: read.data, mediaType: item.mediaType, format: item.format ?? ('text' as const) };
  });

export const ITEMS_MAX = 50;
/** Far above what either provider sends, far below what could hurt. */
export const WEBHOOK_MAX_BYTES = 256 * 1024;

/** Every amount in it is the page's opinion. The server prices from its own memory of the catalog (checklist PAY-26). */
export const PurchaseRequest = z.object({
  items: z.array(WireItem).min(1, 'Nothing to buy').max(ITEMS_MAX, `At most ${ITEMS_MAX} items`),
  amount: textOrNumber.optional(),
  currency: Currency.optional(),
  country: CountryCode.default('IN'),
  provider: Provider.optional(),
  name: z.string().trim().max(120).optional(),
  email: z.string().trim().max(254).optional(),
  contact: z.string().trim().max(30).optional(),
  originalAmount: textOrNumber.optional(),
  originalCurrency: z.string().max(3).optional(),
  convertedAmount: textOrNumber.optional(),
  convertedCurrency: z.string().max(3).optional(),
  returnUrl: z.url().max(500).optional(),
  type: z.literal('purchase').or(z.string().max(40)).optional(),
  userId: z.string().max(64).optional(),
});

const Started = z.object({ orderId: OrderId, amount: Money });

/** What the page needs to open the provider's form. */
export const StartedPayment = z.discriminatedUnion('provider', [
  Started.extend({ provider: z.literal('cashfree'), paymentSessionId: z.string() }),
  Started.extend({
    provider: z.literal('stripe'),
    paymentIntentId: z.string(),
    clientSecret: z.string(),
    client_secret: z.string(),
  }),
]);
export type StartedPayment = z.infer<typeof StartedPayment>;

const Granted = z.object({
  ebook: z.string(),
  media: z.string(),
  mediaType: JoinedMediaType,
  format: Format,
});

/** An order as its buyer sees it. `fulfilled`: every item stands in the library. */
export const Order = z.object({
  orderId: OrderId,
  number: z.string().describe('short neutral number for mails and support, for instance ST-10482K'),
  status: OrderState,
  fulfilled: z.boolean(),
  provider: Provider,
  amount: Money,
  items: z.array(
    z.object({ media: z.string(), mediaType: JoinedMediaType, format: Format, title: z.string() }),
  ),
  createdAt: Instant,
  paidAt: Instant.nullable(),
});
export type Order = z.infer<typeof Order>;

const Settled = z.object({
  orderId: OrderId,
  status: OrderState,
  paid: z.boolean(),
  granted: z
    .array(Granted)
    .describe('the items of this order, once it is paid; nothing else, whatever was asked'),
});

const webhookAnswer = z.object({ ok: z.literal(true) });

export const paymentsApi = defineApi({
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
      mailSubject: z.string(),
      sandbox: z.boolean().describe('the browser loads /sandbox/*.js in place of the provider’s script'),
      stripePublishableKey: z.string(),
      cashfreeMode: z.enum(['sandbox', 'production']),
    }),
  },
  createPayment: {
    method: 'POST',
    path: '/payments/create',
    access: 'user',
    summary:
      'Make an order at the catalog’s price and start it with the provider. An Idempotency-Key makes it safe to repeat',
    body: PurchaseRequest,
    response: StartedPayment,
    problems: [
      'validation-failed',
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
    access: 'user',
    summary: 'Ask Cashfree about the caller’s order and act on the answer; safe to call any number of times',
    body: z.object({ orderId: OrderId }),
    response: Settled,
    problems: ['not-found', 'provider-failed'],
  },
  confirmStripe: {
    method: 'POST',
    path: '/payments/confirm',
    access: 'user',
    summary:
      'Ask Stripe about the caller’s payment; any status but succeeded answers `Payment status: {status}`',
    body: z.object({
      paymentIntentId: z.string().regex(/^[A-Za-z0-9_]{1,80}$/, 'That payment is not known'),
      ebookId: z.string().max(64).optional(),
      mediaId: z.string().max(64).optional(),
      mediaType: z.string().max(40).optional(),
    }),
    response: Settled,
    problems: ['not-found', 'payment-not-complete', 'provider-failed'],
  },
  getOrder: {
    method: 'GET',
    path: '/payments/orders/:orderId',
    access: 'user',
    summary: 'One order of the caller, by order id or by Stripe payment intent id',
    params: z.object({ orderId: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/) }),
    response: Order,
    problems: ['not-found'],
  },
  listMyOrders: {
    method: 'GET',
    path: '/payments/mine',
    access: 'user',
    summary: 'The caller’s orders, newest first',
    response: z.array(Order),
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
});
