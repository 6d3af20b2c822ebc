import { z } from 'zod';
import { GiftState } from './payments.gifts.ts';
import { Purpose } from './payments.requests.ts';
import { Currency, Format, Instant, JoinedMediaType, Money, OrderId, Provider } from './schemas.ts';

export const orderStates = ['pending', 'paid', 'failed', 'expired', 'refunded', 'mismatch'] as const;
export const OrderState = z.enum(orderStates);
export type OrderState = z.infer<typeof OrderState>;

const Started = z.object({ orderId: OrderId, amount: Money });

/** The data a page needs to open the provider's payment form. */
export const StartedPayment = z.discriminatedUnion('provider', [
  Started.extend({ provider: z.literal('cashfree'), paymentSessionId: z.string() }),
  Started.extend({
    provider: z.literal('stripe'),
    paymentIntentId: z.string(),
    clientSecret: z.string(),
    client_secret: z.string(),
    storedCardId: z
      .string()
      .optional()
      .describe('with `storedCard: use`: the payment method that the browser confirms the payment with'),
  }),
]);
export type StartedPayment = z.infer<typeof StartedPayment>;

const Granted = z.object({
  ebook: z.string(),
  media: z.string(),
  mediaType: JoinedMediaType,
  format: Format,
});

/** The refund states that a buyer sees. */
export const refundStates = ['none', 'asked', 'declined', 'under-way', 'partly', 'done'] as const;

/** What happened to an order, as its buyer sees it. */
const orderSteps = [
  'placed',
  'cancelled',
  'paid',
  'delivered',
  'gift-opened',
  'refund-asked',
  'refund-declined',
  'refund-started',
  'refunded',
] as const;

/** The buyer's view of an order. `fulfilled`: every item is granted in the library. */
export const Order = z.object({
  orderId: OrderId,
  number: z.string().describe('short neutral number for mails, receipt and support, for instance ST-10482K'),
  purpose: Purpose,
  status: OrderState,
  fulfilled: z.boolean(),
  provider: Provider,
  amount: Money,
  items: z
    .array(
      z.object({
        media: z.string(),
        mediaType: JoinedMediaType,
        format: Format,
        title: z.string(),
        creator: z.string().optional().describe('the present name in the catalog; absent: unknown'),
        language: z.string().optional(),
        price: Money.optional(),
      }),
    )
    .describe('empty for contributions and run fees'),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  statementName: z.string().optional().describe('text of the bank statement'),
  receiptSent: z.boolean().optional().describe('the receipt was mailed'),
  heldBack: z
    .enum(['price', 'owned', 'account-deleted'])
    .nullable()
    .optional()
    .describe('why a late payment is given back instead of granted'),
  history: z
    .array(z.object({ step: z.enum(orderSteps), at: Instant, amount: Money.optional() }))
    .optional()
    .describe('what happened to the order, oldest first; `amount` of refunds'),
  payUntil: Instant.nullable()
    .optional()
    .describe('until when `resume` and `cancel` are possible; null: the order is not open'),
  cancelledAt: Instant.nullable()
    .optional()
    .describe('time of cancellation by the buyer; the status is `expired`'),
  refund: z.enum(refundStates),
  refunded: Money.describe('sum of completed refunds'),
  refundUntil: Instant.nullable().describe(
    'end of the refund request period, possibly past; null: not allowed, or already requested',
  ),
  refundDeclined: z
    .string()
    .nullable()
    .optional()
    .describe('why the request was declined, in the words of an admin; null: it was not'),
  gift: GiftState.optional().describe('of a gift purchase only'),
});
export type Order = z.infer<typeof Order>;

export const Settled = z.object({
  orderId: OrderId,
  purpose: Purpose.default('purchase'),
  status: OrderState,
  paid: z.boolean(),
  granted: z.array(Granted).describe('the items of this order, once it is paid'),
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
  by: z.string().nullable().describe('user id of the admin, or `system`; null after the account was deleted'),
  askedAt: Instant,
  doneAt: Instant.nullable(),
});

/** The admin view of an order (checklist PAY-19, PAY-40, PAY-41). */
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
  total: z.number().describe('in rupees; other currencies at the rate recorded in the order'),
  amount: Money.describe('the charged amount in its own currency'),
  paymentStatus: OrderState,
  paymentProvider: Provider,
  reference: z.string().nullable().describe('payment id at the provider'),
  fulfilled: z.boolean(),
  receipt: z.enum(['none', 'waiting', 'sent', 'no-address', 'no-mailbox', 'no-mail-server']),
  refunded: Money,
  refundable: Money.describe('what can still be given back: neither returned nor promised'),
  refunds: z.array(Refund),
  refundRequest: z
    .object({
      reason: z.string(),
      at: Instant,
      declined: z
        .object({
          reason: z.string(),
          at: Instant,
          by: z.string().nullable().describe('user id of the admin; null after the account was deleted'),
        })
        .nullable(),
    })
    .nullable(),
  dispute: Dispute.nullable(),
  heldBack: z
    .enum(['price', 'owned', 'account-deleted'])
    .nullable()
    .describe(
      'why a late payment was not granted: the price has changed, the buyer already owns the item, or has deleted the account',
    ),
  paidTwice: z
    .object({
      at: Instant,
      orders: z
        .array(OrderId)
        .describe(
          'the other orders that paid for one of its items; empty: this order was paid by two payments',
        ),
    })
    .nullable()
    .default(null)
    .describe('one of two payments must be given back'),
});
export type AdminOrder = z.infer<typeof AdminOrder>;

/** A contribution in the list of admins (checklist PAY-16). */
export const Contribution = z.object({
  _id: OrderId,
  order: z.string().describe('order number without the name of the shop'),
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

/** Paid contributions of one month (Kolkata) in one currency. */
export const ContributionMonth = z.object({
  month: z
    .string()
    .regex(/^\d{4}-\d\d$/)
    .describe('2026-11'),
  currency: Currency,
  minor: z.int().describe('after refunds'),
  count: z.int().describe('contributions paid, also those refunded later'),
});
export type ContributionMonth = z.infer<typeof ContributionMonth>;

export const differenceKinds = [
  'unknown-payment',
  'not-paid-here',
  'not-paid-there',
  'amount',
  'refund',
] as const;

const Reported = z.object({ minor: z.int(), currency: z.string() });

/** The reconciliation of orders and provider records for one day (UTC). */
export const ReconciliationReport = z.object({
  day: z.iso.date(),
  ranAt: Instant,
  isClean: z.boolean(),
  moneyDiffPaise: z
    .int()
    .describe('sum of all differences in paise, at the fixed rate; 0 when there are none'),
  providers: z.array(
    z.object({
      provider: Provider,
      payments: z.int().describe('payments at the provider on that day'),
      orders: z.int().describe('orders paid on that day'),
      error: z
        .string()
        .nullable()
        .describe('why the provider could not be read; the day is reconciled again'),
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

/** Export of everything payments stores about one person. */
export const MyPayments = z.object({
  orders: z.array(
    Order.extend({
      name: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      country: z.string(),
      refundReason: z.string().nullable(),
      giftEmail: z.string().nullable().describe('where the code of a gift will be mailed; null: nowhere'),
    }),
  ),
  owned: z.array(z.object({ media: z.string(), format: z.string() })),
  redeemed: z
    .array(z.object({ media: z.string(), format: z.string(), at: Instant }))
    .describe('items of gift codes that the caller redeemed'),
  storedCard: z
    .object({ customerId: z.string(), since: Instant })
    .nullable()
    .describe('the id under which Stripe stores a card of the caller; null: none'),
});
export type MyPayments = z.infer<typeof MyPayments>;
