import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { cashfreeRefusal } from './cashfree-errors.ts';
import { type CashfreeRecords, newNumber, type Order } from './cashfree-records.ts';

const httpUrl = /^https?:\/\//;

export const CreateOrder = z.object({
  order_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{3,45}$/)
    .optional(),
  order_amount: z.number().min(1),
  order_currency: z.string().regex(/^[A-Z]{3}$/),
  customer_details: z.looseObject({
    customer_id: z.string().regex(/^[A-Za-z0-9_-]{3,50}$/),
    customer_phone: z.string().regex(/^\+?[0-9]{8,15}$/),
    customer_email: z.string().optional(),
    customer_name: z.string().optional(),
  }),
  order_meta: z
    .looseObject({
      return_url: z.string().regex(httpUrl).optional(),
      notify_url: z.string().regex(httpUrl).optional(),
    })
    .default({}),
  order_expiry_time: z.iso.datetime({ offset: true }).optional(),
  order_note: z.string().optional(),
  order_tags: z.record(z.string(), z.string()).optional(),
});
export type CreateOrder = z.infer<typeof CreateOrder>;

const dayMs = 24 * 60 * 60 * 1000;
const defaultLifeMs = 30 * dayMs;

/** Rupees to paise; more than two decimals are refused. */
const inMinor = (major: number): number => {
  const minor = Math.round(major * 100);
  if (Math.abs(minor / 100 - major) > 1e-9) {
    throw cashfreeRefusal(400, 'order_amount_invalid', 'order_amount : can have at most two decimals');
  }
  return minor;
};

export const createOrder =
  (records: CashfreeRecords, now: () => Date) =>
  (input: CreateOrder, idempotencyKey: string | null): Order => {
    const id = input.order_id ?? `order_${newNumber()}`;
    if (records.orders.get(id)) {
      throw cashfreeRefusal(409, 'order_already_exists', 'order with same id is already present');
    }
    const createdAt = now().getTime();
    const order: Order = {
      id,
      cfOrderId: newNumber(),
      sessionId: `session_${randomBytes(36).toString('base64url')}payment`,
      amountMinor: inMinor(input.order_amount),
      currency: input.order_currency,
      status: 'ACTIVE',
      idempotencyKey,
      createdAt,
      expiresAt: input.order_expiry_time ? Date.parse(input.order_expiry_time) : createdAt + defaultLifeMs,
      customer: input.customer_details,
      meta: input.order_meta,
      note: input.order_note ?? null,
      tags: input.order_tags ?? null,
      payments: [],
      refunds: [],
      disputes: [],
    };
    records.add(order);
    return order;
  };
