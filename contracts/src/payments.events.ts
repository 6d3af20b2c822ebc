import { z } from 'zod';
import { defineEvent } from './event.ts';
import { Purpose } from './payments.requests.ts';
import { Format, Instant, MediaId, Money, OrderId, Provider, StoredMediaType, UserId } from './schemas.ts';

/** Facts of the payment itself, absent in events of older versions. */
const paidFacts = {
  paidAt: Instant.optional(),
  rupeesMinor: z.int().optional().describe('`total` in paise, at the rate recorded in the order'),
};
const givenFacts = {
  ...paidFacts,
  receipt: z.string().optional().describe('receipt number, for the public ledger of gifts'),
  runPage: z
    .string()
    .optional()
    .describe('the run page of the gift: the first 22 characters of the base64url SHA-256 of its slug'),
};

const PaidItem = z.object({ mediaId: MediaId, mediaType: StoredMediaType, format: Format });

export const paymentSucceeded = defineEvent(
  'payments.payment-succeeded.v1',
  'Money for an order arrived and was verified with the provider. One event id for each order, however often it is published.',
  z.object({
    orderId: OrderId,
    userId: UserId,
    provider: Provider,
    total: Money,
    items: z.array(PaidItem).min(1),
    ...paidFacts,
  }),
);

export const paymentFailed = defineEvent(
  'payments.payment-failed.v1',
  'A payment attempt failed or was cancelled. The order can still be paid.',
  z.object({
    orderId: OrderId,
    userId: UserId,
    provider: Provider,
    reason: z.enum(['failed', 'cancelled', 'expired']),
  }),
);

export const paymentRefunded = defineEvent(
  'payments.payment-refunded.v1',
  'The full amount of an order was refunded. Its grants are revoked.',
  z.object({ orderId: OrderId, userId: UserId, items: z.array(PaidItem).min(1) }),
);

const GiftItems = z.object({ orderId: OrderId, items: z.array(PaidItem).min(1) });

export const giftPurchased = defineEvent(
  'payments.gift-purchased.v1',
  'Money for a gift arrived and was verified with the provider. Nothing is granted until its code is redeemed. One event id for each order, however often it is published.',
  GiftItems.extend({ userId: UserId, provider: Provider, total: Money, ...paidFacts }),
);

export const giftRedeemed = defineEvent(
  'payments.gift-redeemed.v1',
  'A reader redeemed the code of a paid gift. One event id for each order and reader, however often it is published.',
  GiftItems.extend({ userId: UserId.describe('who redeemed it; the buyer is not named') }),
);

export const giftRefunded = defineEvent(
  'payments.gift-refunded.v1',
  'The full amount of a gift was refunded. Its code is void, and its grants are revoked.',
  GiftItems.extend({ userId: UserId.nullable().describe('who redeemed it; null: nobody did') }),
);

export const paymentMismatched = defineEvent(
  'payments.payment-mismatched.v1',
  'The provider reports another amount or currency than the order. Nothing is granted; an admin must check.',
  z.object({
    orderId: OrderId,
    provider: Provider,
    expected: Money,
    reported: z.object({ minor: z.int(), currency: z.string() }),
  }),
);

export const contributionSucceeded = defineEvent(
  'payments.contribution-succeeded.v1',
  'A contribution arrived and was verified with the provider. One event id for each, however often it is published.',
  z.object({
    orderId: OrderId,
    userId: UserId.nullable(),
    provider: Provider,
    total: Money,
    ...givenFacts,
  }),
);

export const contributionRefunded = defineEvent(
  'payments.contribution-refunded.v1',
  'The full amount of a contribution was refunded.',
  z.object({
    orderId: OrderId,
    userId: UserId.nullable(),
    provider: Provider,
    total: Money,
    ...givenFacts,
  }),
);

export const runFeeSucceeded = defineEvent(
  'payments.run-fee-succeeded.v1',
  'The fee of one run registration arrived and was verified with the provider. It pays for one registration, once.',
  z.object({
    orderId: OrderId,
    userId: UserId.nullable(),
    provider: Provider,
    /** The payment at the provider. The registration page sends it to the run. */
    paymentId: z.string(),
    total: Money,
    ...paidFacts,
    runDraftId: z.string().optional().describe('the form that was stored before the payment'),
  }),
);

export const runFeeRefunded = defineEvent(
  'payments.run-fee-refunded.v1',
  'The full fee of a run registration was refunded. The registration is no longer paid.',
  z.object({
    orderId: OrderId,
    userId: UserId.nullable(),
    provider: Provider,
    paymentId: z.string(),
    total: Money,
    ...paidFacts,
    runDraftId: z.string().optional().describe('the form that was stored before the payment'),
  }),
);

export const whatsappSent = defineEvent(
  'payments.whatsapp-sent.v1',
  'WhatsApp accepted a receipt for a telephone. Once for each receipt; neither number nor order is named.',
  z.object({ messageRef: z.string().describe('opaque'), at: Instant }),
);

export const moneyReturned = defineEvent(
  'payments.money-returned.v1',
  'One partial or full refund of an order completed, or a dispute was lost. One event id for each refund of the provider. Published only for orders whose success was published, so revenue is the succeeded totals minus these amounts; payment-refunded and its siblings add nothing to that sum.',
  z.object({
    orderId: OrderId,
    refundId: z.string().describe('refund id of the provider; the dispute id when `kind` is dispute'),
    kind: z.enum(['refund', 'dispute']),
    provider: Provider,
    purpose: Purpose,
    runPage: givenFacts.runPage,
    amount: Money.describe('amount of this refund'),
    total: Money.describe('total of the order'),
    returnedMinor: z
      .int()
      .describe('sum of all refunds so far, including this one; in the currency of `total`'),
    isWhole: z.boolean().describe('the order is fully refunded'),
    rupeesMinor: z.int().describe('`amount` in paise, at the rate recorded in the order'),
    at: Instant.describe('when the provider completed it'),
  }),
);

export const paymentsSnapshotRequested = defineEvent(
  'payments.snapshot-requested.v1',
  'A service asks payments to publish every paid order and every return of money again, with the same event ids.',
  z.object({ by: z.string() }),
);
