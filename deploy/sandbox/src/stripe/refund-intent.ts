import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { InjectedFault } from '../knobs.ts';
import type { Webhooks } from '../webhooks.ts';
import { invalidRequest, noSuch } from './stripe-errors.ts';
import { intentIdOf, type Refund, refundedOf, type StripeRecords, toCharge } from './stripe-records.ts';
import { announceStripe } from './stripe-webhooks.ts';

export const RefundIntent = z.object({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: z.coerce.number().int().positive().optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: z.record(z.string(), z.string()).default({}),
});
export type RefundIntent = z.infer<typeof RefundIntent>;

/** Creates a refund; the sum never exceeds the charged amount. Without an amount: all that is left. */
export const refundIntent =
  (records: StripeRecords, webhooks: Webhooks, now: () => Date) =>
  (order: RefundIntent, fault: InjectedFault = {}): Refund => {
    const id = order.payment_intent ?? intentIdOf(order.charge ?? '');
    if (!id)
      throw invalidRequest('One of the following params should be provided: payment_intent or charge.');
    const intent = records.intents.get(id);
    if (!intent) throw noSuch('payment_intent', id);
    if (intent.status !== 'succeeded') {
      throw invalidRequest(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
    }
    const left = intent.amount - refundedOf(records.refundsOf(id));
    const amount = order.amount ?? left;
    if (left === 0) {
      throw invalidRequest('Charge has already been refunded.', { code: 'charge_already_refunded' });
    }
    if (amount > left) {
      throw invalidRequest(
        `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`,
        { param: 'amount' },
      );
    }
    const refund: Refund = {
      id: `re_${randomBytes(12).toString('hex')}`,
      intentId: id,
      amount,
      currency: intent.currency,
      reason: order.reason ?? null,
      metadata: order.metadata,
      created: Math.floor(now().getTime() / 1000),
      status: fault.refundStatus ?? 'succeeded',
    };
    records.addRefund(refund);
    if (refund.status === 'failed') return refund;
    const refunds = records.refundsOf(id);
    announceStripe(
      webhooks,
      now,
    )({
      type: 'charge.refunded',
      about: id,
      object: (misreport) => toCharge(intent, refunds, misreport),
    });
    return refund;
  };
