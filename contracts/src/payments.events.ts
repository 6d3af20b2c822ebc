import { z } from 'zod';
import { defineEvent } from './event.ts';
import { Format, MediaId, Money, OrderId, Provider, StoredMediaType, UserId } from './schemas.ts';

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
