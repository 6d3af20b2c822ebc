import { type AdminOrder, type Contribution, joinedOf, majorOf } from '@satrangi/contracts';
import { type Order, purposeOf } from '../orders/order.rules.ts';
import { isRefundable, leftToRefund } from '../orders/order-refunds.rules.ts';

const text = (date: Date | null): string | null => date?.toISOString() ?? null;

/** The admin view of an order. */
export const toAdminOrder = (order: Order): AdminOrder => {
  const { currency } = order.amount;
  const { refundRequest, dispute, paidTwice } = order;
  const declined = refundRequest?.declined;
  return {
    _id: order._id,
    number: order.number,
    purpose: purposeOf(order),
    createdAt: order.createdAt.toISOString(),
    paidAt: text(order.paidAt),
    user: { _id: order.userId, name: order.buyer.name, email: order.buyer.email },
    items: order.items.map(({ mediaId, mediaType, format, title, unit }) => ({
      media: { _id: mediaId, title },
      mediaType: joinedOf(mediaType),
      format,
      price: { ...unit },
    })),
    total: order.totalPaise / 100,
    amount: { ...order.amount },
    paymentStatus: order.state,
    paymentProvider: order.provider,
    reference: order.reference,
    fulfilled: order.fulfilledAt !== null,
    receipt: order.receipt,
    refunded: { minor: order.refundedMinor ?? 0, currency },
    refundable: { minor: isRefundable(order) ? leftToRefund(order) : 0, currency },
    refunds: (order.refunds ?? []).map(({ id, amountMinor, reason, state, by, askedAt, doneAt }) => ({
      id,
      amount: { minor: amountMinor, currency },
      reason,
      state,
      by,
      askedAt: askedAt.toISOString(),
      doneAt: text(doneAt),
    })),
    refundRequest: refundRequest
      ? {
          reason: refundRequest.reason ?? '',
          at: refundRequest.at.toISOString(),
          declined: declined ? { ...declined, at: declined.at.toISOString() } : null,
        }
      : null,
    dispute: dispute ? { id: dispute.id, state: dispute.state, at: dispute.at.toISOString() } : null,
    heldBack: order.heldBack ?? null,
    paidTwice: paidTwice ? { at: paidTwice.at.toISOString(), orders: [...paidTwice.orders] } : null,
  };
};

/** A contribution in the list of admins (checklist PAY-16). */
export const toContribution = (order: Order): Contribution => ({
  _id: order._id,
  order: order.number,
  provider: order.provider,
  status: order.state,
  amount: majorOf(order.amount),
  amountMinor: order.amount.minor,
  currency: order.amount.currency,
  createdAt: order.createdAt.toISOString(),
  paidAt: text(order.paidAt),
  refunded: { minor: order.refundedMinor ?? 0, currency: order.amount.currency },
});
