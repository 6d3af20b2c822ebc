import { z } from 'zod';
import type { InjectedFault } from '../knobs.ts';
import type { Webhooks } from '../webhooks.ts';
import { cashfreeRefusal } from './cashfree-errors.ts';
import {
  type CashfreeRecords,
  newNumber,
  type Order,
  paidBy,
  type Refund,
  receivedOf,
  refundedOf,
} from './cashfree-records.ts';
import { announceRefund } from './cashfree-webhooks.ts';

export const RefundOrder = z.object({
  refund_amount: z.number().positive(),
  refund_id: z.string().regex(/^[A-Za-z0-9_-]{3,40}$/),
  refund_note: z.string().min(3).max(100).optional(),
});
export type RefundOrder = z.infer<typeof RefundOrder>;

const outcomes = { pending: 'PENDING', failed: 'FAILED' } as const;

/**
 * Creates a refund; the sum never exceeds the paid amount. The response is PENDING; later reads and the webhook are
 * SUCCESS.
 */
export const refundOrder =
  (records: CashfreeRecords, webhooks: Webhooks, now: () => Date) =>
  (
    order: Order,
    input: RefundOrder & { idempotencyKey: string | null },
    fault: InjectedFault = {},
  ): { order: Order; refund: Refund } => {
    const amountMinor = Math.round(input.refund_amount * 100);
    if (!paidBy(order)) throw cashfreeRefusal(400, 'order_not_paid', 'order is not paid');
    if (order.refunds.some(({ refundId }) => refundId === input.refund_id)) {
      throw cashfreeRefusal(409, 'refund_already_exists', 'refund with same id is already present');
    }
    if (amountMinor > receivedOf(order) - refundedOf(order)) {
      throw cashfreeRefusal(
        400,
        'refund_amount_invalid',
        'refund_amount : cannot exceed the amount not yet refunded',
      );
    }
    const refund: Refund = {
      id: newNumber(),
      refundId: input.refund_id,
      amountMinor,
      note: input.refund_note ?? null,
      idempotencyKey: input.idempotencyKey,
      status: fault.refundStatus === undefined ? 'SUCCESS' : outcomes[fault.refundStatus],
      at: now().getTime(),
    };
    const after = { ...order, refunds: [...order.refunds, refund] };
    records.orders.put(after);
    if (refund.status !== 'PENDING') announceRefund(webhooks, after, refund, now());
    return { order: after, refund: { ...refund, status: 'PENDING' } };
  };
