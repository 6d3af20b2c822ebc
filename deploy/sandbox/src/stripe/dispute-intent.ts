import { randomBytes } from 'node:crypto';
import type { DisputeRequest } from '../dispute-request.ts';
import type { Webhooks } from '../webhooks.ts';
import { type Dispute, type StripeRecords, toCharge, toDispute, toRefund } from './stripe-records.ts';
import { announceStripe } from './stripe-webhooks.ts';

const statuses = { open: 'needs_response', won: 'won', lost: 'lost' } as const;

/** Opens a dispute, or closes the open one. Null when the intent is unpaid. */
export const disputeIntent =
  (records: StripeRecords, webhooks: Webhooks, now: () => Date) =>
  ({ paymentIntentId = '', outcome, amountMinor, webhook: mode }: DisputeRequest) => {
    const intent = records.intents.get(paymentIntentId);
    if (intent?.status !== 'succeeded') return null;
    const open = [...records.disputes.all()].find(
      ({ intentId, status }) => intentId === intent.id && status === 'needs_response',
    );
    const dispute: Dispute = {
      id: open?.id ?? `dp_${randomBytes(12).toString('hex')}`,
      intentId: intent.id,
      amount: amountMinor ?? open?.amount ?? intent.amount,
      currency: intent.currency,
      status: statuses[outcome],
      created: open?.created ?? Math.floor(now().getTime() / 1000),
    };
    records.disputes.put(dispute);
    const type = outcome === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed';
    announceStripe(webhooks, now)({ type, about: intent.id, mode, object: () => toDispute(dispute) });
    return toDispute(dispute);
  };

/** Settles a pending refund. Null when there is none. */
export const changeStripeRefund =
  (records: StripeRecords, webhooks: Webhooks, now: () => Date) =>
  (refundId: string, status: 'succeeded' | 'failed') => {
    const refund = records.refund(refundId);
    const intent = refund && records.intents.get(refund.intentId);
    if (refund?.status !== 'pending' || !intent) return null;
    const changed = { ...refund, status };
    records.changeRefund(changed);
    const announce = announceStripe(webhooks, now);
    const type = status === 'failed' ? 'refund.failed' : 'refund.updated';
    announce({ type, about: intent.id, object: () => toRefund(changed) });
    if (status === 'succeeded') {
      const refunds = records.refundsOf(intent.id);
      announce({
        type: 'charge.refunded',
        about: intent.id,
        object: (fault) => toCharge(intent, refunds, fault),
      });
    }
    return toRefund(changed);
  };
