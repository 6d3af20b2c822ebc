import { z } from 'zod';
import { Purpose } from './payments.requests.ts';
import { Format, Instant, JoinedMediaType, Money, OrderId, Provider } from './schemas.ts';

export const orderStates = ['pending', 'paid', 'failed', 'expired', 'refunded', 'mismatch'] as const;
export const OrderState = z.enum(orderStates);
export type OrderState = z.infer<typeof OrderState>;

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

/** How the giving back of money stands, in the words a buyer is shown. */
export const refundStates = ['none', 'asked', 'under-way', 'partly', 'done'] as const;

/** An order as its buyer sees it. `fulfilled`: every item stands in the library. */
export const Order = z.object({
  orderId: OrderId,
  number: z.string().describe('short neutral number for mails, receipt and support, for instance ST-10482K'),
  purpose: Purpose,
  status: OrderState,
  fulfilled: z.boolean(),
  provider: Provider,
  amount: Money,
  items: z
    .array(z.object({ media: z.string(), mediaType: JoinedMediaType, format: Format, title: z.string() }))
    .describe('empty for contributions and run fees'),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  payUntil: Instant.nullable()
    .optional()
    .describe('until when `resume` continues its payment and `cancel` closes it; null: it is not open'),
  cancelledAt: Instant.nullable().optional().describe('when the buyer cancelled it; its status is `expired`'),
  refund: z.enum(refundStates),
  refunded: Money.describe('what went back so far'),
  refundUntil: Instant.nullable().describe(
    'until when the buyer may ask for the money back, be it over or not; null: they may not, or have asked',
  ),
});
export type Order = z.infer<typeof Order>;

export const Settled = z.object({
  orderId: OrderId,
  purpose: Purpose.default('purchase'),
  status: OrderState,
  paid: z.boolean(),
  granted: z
    .array(Granted)
    .describe('the items of this order, once it is paid; nothing else, whatever was asked'),
});

const Dispute = z.object({
  id: z.string(),
  state: z.enum(['open', 'won', 'lost']),
  at: Instant,
});

const Refund = z.object({
  id: z.string(),
  amount: Money,
  reason: z.string(),
  state: z.enum(['asked', 'pending', 'done', 'failed']),
  by: z.string().describe('user id of the admin, or `system`'),
  askedAt: Instant,
  doneAt: Instant.nullable(),
});

/** An order as admins see it (checklist PAY-19, PAY-40, PAY-41). */
export const AdminOrder = z.object({
  _id: OrderId,
  number: z.string(),
  purpose: Purpose,
  createdAt: Instant,
  paidAt: Instant.nullable(),
  user: z.object({
    _id: z.string().nullable().describe('null for a contribution or fee without an account'),
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  items: z.array(
    z.object({
      media: z.object({ _id: z.string(), title: z.string() }),
      mediaType: JoinedMediaType,
      format: Format,
      price: Money,
    }),
  ),
  total: z.number().describe('rupees; of another currency at the rate of the day it was made'),
  amount: Money.describe('what the buyer was asked for'),
  paymentStatus: OrderState,
  paymentProvider: Provider,
  reference: z.string().nullable().describe('the payment at the provider'),
  fulfilled: z.boolean(),
  receipt: z.enum(['none', 'waiting', 'sent', 'no-address', 'no-mail-server']),
  refunded: Money,
  refunds: z.array(Refund),
  refundRequest: z.object({ reason: z.string(), at: Instant }).nullable(),
  dispute: Dispute.nullable(),
  heldBack: z
    .enum(['price', 'owned'])
    .nullable()
    .describe('paid too late to be granted: the price no longer stood, or the buyer had it already'),
});
export type AdminOrder = z.infer<typeof AdminOrder>;

/** A contribution in the list of admins (checklist PAY-16). */
export const Contribution = z.object({
  _id: OrderId,
  order: z.string().describe('the neutral number'),
  provider: Provider,
  status: OrderState,
  amount: z.number().describe('in rupees or dollars'),
  amountMinor: z.int(),
  currency: z.string(),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  refunded: Money,
});
export type Contribution = z.infer<typeof Contribution>;

export const differenceKinds = [
  'unknown-payment',
  'not-paid-here',
  'not-paid-there',
  'amount',
  'refund',
] as const;

const Reported = z.object({ minor: z.int(), currency: z.string() });

/** How our books and a provider's compare for one day (UTC). */
export const ReconciliationReport = z.object({
  day: z.iso.date(),
  ranAt: Instant,
  isClean: z.boolean(),
  moneyDiffPaise: z
    .int()
    .describe('sum of all differences in paise, at the fixed rate; 0 when the books agree'),
  providers: z.array(
    z.object({
      provider: Provider,
      payments: z.int().describe('paid at the provider on that day'),
      orders: z.int().describe('our orders paid on that day'),
      error: z.string().nullable().describe('why the provider could not be asked; its day is asked again'),
    }),
  ),
  differences: z.array(
    z.object({
      kind: z.enum(differenceKinds),
      provider: Provider,
      orderId: z.string().nullable(),
      reference: z.string().nullable(),
      ours: Reported.nullable(),
      theirs: Reported.nullable(),
    }),
  ),
});
export type ReconciliationReport = z.infer<typeof ReconciliationReport>;

/** Everything payments holds of one person. */
export const MyPayments = z.object({
  orders: z.array(
    Order.extend({
      name: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      country: z.string(),
      refundReason: z.string().nullable(),
    }),
  ),
  owned: z.array(z.object({ media: z.string(), format: z.string() })),
});
export type MyPayments = z.infer<typeof MyPayments>;
