import { randomInt } from 'node:crypto';
import type { DisputeWish } from '../control/dispute-wish.ts';
import type { Webhooks } from '../webhooks.ts';
import { type CashfreeRecords, type Dispute, paidBy, toDispute, toRefund } from './cashfree-records.ts';
import { announceDispute, announceRefund } from './cashfree-webhooks.ts';

const statuses = {
  open: 'DISPUTE_CREATED',
  won: 'DISPUTE_MERCHANT_WON',
  lost: 'DISPUTE_MERCHANT_LOST',
} as const;

/** A buyer's bank takes up a complaint, or decides the one that is open. Null when nothing was paid. */
export const disputeOrder =
  (records: CashfreeRecords, webhooks: Webhooks, now: () => Date) =>
  ({ orderId = '', outcome, amountMinor, webhook }: DisputeWish) => {
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

/** A refund that waited comes to its end. Null when there is none. */
export const changeCashfreeRefund =
  (records: CashfreeRecords, webhooks: Webhooks, now: () => Date) =>
  (refundId: string, status: 'succeeded' | 'failed') => {
    const isMeant = (refund: { refundId: string; status: string }): boolean =>
      refund.refundId === refundId && refund.status === 'PENDING';
    const order = [...records.orders.all()].find(({ refunds }) => refunds.some(isMeant));
    const refund = order?.refunds.find(isMeant);
    if (!order || !refund) return null;
    const changed = { ...refund, status: status === 'failed' ? ('FAILED' as const) : ('SUCCESS' as const) };
    const after = { ...order, refunds: order.refunds.map((one) => (one === refund ? changed : one)) };
    records.orders.put(after);
    announceRefund(webhooks, after, changed, now());
    return toRefund(after, changed);
  };
