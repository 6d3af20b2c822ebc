import { z } from 'zod';
import { defineEvent } from './event.ts';
import { Purpose } from './payments.requests.ts';
import { Format, Instant, MediaId, Money, OrderId, Provider, StoredMediaType, UserId } from './schemas.ts';

const PaidItem = z.object({ mediaId: MediaId, mediaType: StoredMediaType, format: Format });

export const paymentSucceeded = defineEvent(
  'payments.payment-succeeded.v1',
  'Money for an order arrived and was verified with the provider. One event id for each order, however often it is said.',
  z.object({
    orderId: OrderId,
    userId: UserId,
    provider: Provider,
    total: Money,
    items: z.array(PaidItem).min(1),
  }),
);

export const paymentFailed = defineEvent(
  'payments.payment-failed.v1',
  'An attempt to pay failed or was given up. The order can still be paid.',
  z.object({
    orderId: OrderId,
    userId: UserId,
    provider: Provider,
    reason: z.enum(['failed', 'cancelled', 'expired']),
  }),
);

export const paymentRefunded = defineEvent(
  'payments.payment-refunded.v1',
  'The whole amount of an order went back. What it granted is taken back.',
  z.object({ orderId: OrderId, userId: UserId, items: z.array(PaidItem).min(1) }),
);

export const paymentMismatched = defineEvent(
  'payments.payment-mismatched.v1',
  'The provider reports another amount or currency than the order. Nothing is granted; a person must look.',
  z.object({
    orderId: OrderId,
    provider: Provider,
    expected: Money,
    reported: z.object({ minor: z.int(), currency: z.string() }),
  }),
);

export const contributionSucceeded = defineEvent(
  'payments.contribution-succeeded.v1',
  'A contribution arrived and was verified with the provider. One event id for each, however often it is said.',
  z.object({ orderId: OrderId, userId: UserId.nullable(), provider: Provider, total: Money }),
);

export const contributionRefunded = defineEvent(
  'payments.contribution-refunded.v1',
  'The whole amount of a contribution went back.',
  z.object({ orderId: OrderId, userId: UserId.nullable(), provider: Provider, total: Money }),
);

export const runFeeSucceeded = defineEvent(
  'payments.run-fee-succeeded.v1',
  'The fee of one run registration arrived and was verified with the provider. It pays for one registration, once.',
  z.object({
    orderId: OrderId,
    userId: UserId.nullable(),
    provider: Provider,
    /** The payment at the provider: what the registration page hands to the run. */
    paymentId: z.string(),
    total: Money,
  }),
);

export const runFeeRefunded = defineEvent(
  'payments.run-fee-refunded.v1',
  'The whole fee of a run registration went back. The registration is no longer paid.',
  z.object({
    orderId: OrderId,
    userId: UserId.nullable(),
    provider: Provider,
    paymentId: z.string(),
    total: Money,
  }),
);

export const moneyReturned = defineEvent(
  'payments.money-returned.v1',
  'One refund of an order arrived, a part or the whole, or a lost dispute took money back. One event id for each refund of the provider. Said only of orders that were announced as paid, so that paid totals minus these amounts are what is left; payment-refunded and its siblings add nothing to that sum.',
  z.object({
    orderId: OrderId,
    refundId: z.string().describe('of the provider; the id of the dispute when `kind` is dispute'),
    kind: z.enum(['refund', 'dispute']),
    provider: Provider,
    purpose: Purpose,
    amount: Money.describe('what this refund returned'),
    total: Money.describe('what the order cost'),
    returnedMinor: z
      .int()
      .describe('returned so far in sum, this refund included; in the currency of `total`'),
    isWhole: z.boolean().describe('nothing of the order is left'),
    rupeesMinor: z.int().describe('`amount` in paise, at the fixed rate of the day of the order'),
    at: Instant.describe('when the provider returned it'),
  }),
);
