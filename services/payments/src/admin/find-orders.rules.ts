import type { InputOf, paymentsApi } from '@satrangi/contracts';

export type OrderSearch = InputOf<(typeof paymentsApi)['searchOrders']>['query'];

const DAY_MS = 24 * 60 * 60_000;

const refundRequested = {
  state: 'paid',
  refundRequest: { $exists: true },
  refundedMinor: { $exists: false },
};

/** The MongoDB filter of an admin's search. Only complete values match, so that admins cannot browse buyers. */
export const orderFilter = (search: OrderSearch): Record<string, unknown> => {
  const { text, status, purpose, provider, attention, refund, from, to } = search;
  const parts: Record<string, unknown>[] = [];
  if (text)
    parts.push({
      $or: [
        { _id: text },
        { number: text.toUpperCase() },
        { reference: text },
        { userId: text },
        { 'buyer.email': text },
      ],
    });
  if (status) parts.push({ state: status });
  if (purpose) parts.push({ purpose: purpose === 'purchase' ? { $in: ['purchase', null] } : purpose });
  if (provider) parts.push({ provider });
  if (refund === 'requested') parts.push(refundRequested);
  if (attention === 'true')
    parts.push({
      $or: [
        { state: 'mismatch' },
        { 'dispute.state': 'open' },
        { 'refunds.state': 'failed' },
        refundRequested,
      ],
    });
  if (from) parts.push({ createdAt: { $gte: new Date(from) } });
  if (to) parts.push({ createdAt: { $lt: new Date(Date.parse(to) + DAY_MS) } });
  return parts.length > 0 ? { $and: parts } : {};
};
