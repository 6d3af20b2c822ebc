import { randomInt } from 'node:crypto';
import type { DisputeRequest } from '../dispute-request.ts';
import type { Webhooks } from '../webhooks.ts';
import { type CashfreeRecords, type Dispute, paidBy, toDispute, toRefund } from './cashfree-records.ts';
import { announceDispute, announceRefund } from './cashfree-webhooks.ts';

const statuses = {
  open: 'DISPUTE_CREATED',
  won: 'DISPUTE_MERCHANT_WON',
  lost: 'DISPUTE_MERCHANT_LOST',
} as const;

/** Opens a dispute, or closes the open one. Null when the order is unpaid. */
export const disputeOrder =
  (records: CashfreeRecords, webhooks: Webhooks, now: () => Date) =>
  ({ orderId = '', outcome, amountMinor, webhook }: DisputeRequest) => {
    const order = records.orders.get(orderId);
    const payment = order && paidBy(order);
    if (!order || !payment) return null;
    const open = order.disputes.find(({ status }) => status === 'DISPUTE_CREATED');
    const dispute: Dispute = {
      id: open?.id ?? randomInt(1, 2 ** 31),
      amountMinor: amountMinor ?? open?.amountMinor ?? payment.amountMinor,
      currency: payment.currency,
      status: statuses[outcome],
      at: now().getTime(),
    };
    const others = order.disputes.filter(({ id }) => id !== dispute.id);
    const after = { ...order, disputes: [...others, dispute] };
    records.orders.put(after);
    announceDispute(webhooks, after, dispute, webhook, now());
    return toDispute(dispute);
  };

/** Settles a pending refund. Null when there is none. */
export const changeCashfreeRefund =
  (records: CashfreeRecords, webhooks: Webhooks, now: () => Date) =>
  (refundId: string, status: 'succeeded' | 'failed') => {
    const matches = (refund: { refundId: string; status: string }): boolean =>
      refund.refundId === refundId && refund.status === 'PENDING';
    const order = [...records.orders.all()].find(({ refunds }) => refunds.some(matches));
    const refund = order?.refunds.find(matches);
    if (!order || !refund) return null;
    const changed = { ...refund, status: status === 'failed' ? ('FAILED' as const) : ('SUCCESS' as const) };
    const after = { ...order, refunds: order.refunds.map((one) => (one === refund ? changed : one)) };
    records.orders.put(after);
    announceRefund(webhooks, after, changed, now());
    return toRefund(after, changed);
  };
