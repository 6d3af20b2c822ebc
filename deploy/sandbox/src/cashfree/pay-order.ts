import { z } from 'zod';
import { type InjectedFault, reported } from '../knobs.ts';
import { WebhookMode, type Webhooks } from '../webhooks.ts';
import { cashfreeRefusal } from './cashfree-errors.ts';
import { type CashfreeRecords, newNumber, type Order, type Payment, statusAt } from './cashfree-records.ts';
import { announcePayment } from './cashfree-webhooks.ts';

export const PayOrder = z.strictObject({
  paymentSessionId: z.string().min(1),
  outcome: z.enum(['success', 'failed', 'cancelled']),
  /** In a second window that was opened before the order was paid. */
  again: z.boolean().default(false),
  webhook: WebhookMode.default('send'),
});
export type PayOrder = z.input<typeof PayOrder>;

const statuses: Record<PayOrder['outcome'], Payment['status']> = {
  success: 'SUCCESS',
  failed: 'FAILED',
  cancelled: 'USER_DROPPED',
};

export type PayWithCashfree = (input: PayOrder, fault?: InjectedFault) => { order: Order; payment: Payment };

/**
 * One payment attempt. Any number may fail; the first success pays the order, and later attempts are refused, except `again`.
 */
export const payOrder =
  (records: CashfreeRecords, webhooks: Webhooks, now: () => Date): PayWithCashfree =>
  ({ paymentSessionId, outcome, again = false, webhook = 'send' }, fault = {}) => {
    const order = records.ofSession(paymentSessionId);
    if (!order) throw cashfreeRefusal(404, 'payment_session_id_invalid', 'payment_session_id is invalid');
    const status = statusAt(order, now());
    if (status !== 'ACTIVE' && !(again && status === 'PAID')) {
      throw cashfreeRefusal(400, 'order_not_active', `order is not active: ${status}`);
    }
    const payment: Payment = {
      id: newNumber(),
      status: statuses[outcome],
      ...reported({ amountMinor: order.amountMinor, currency: order.currency }, fault),
      at: now().getTime(),
    };
    const after: Order = {
      ...order,
      status: outcome === 'success' ? 'PAID' : order.status,
      payments: [...order.payments, payment],
    };
    records.orders.put(after);
    announcePayment(webhooks, after, payment, webhook, now());
    return { order: after, payment };
  };
