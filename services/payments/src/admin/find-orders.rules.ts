import {
  type ContributionColumn,
  type ContributionSort,
  type InputOf,
  kolkataDayStart,
  type paymentsApi,
} from '@satrangi/contracts';

export type OrderSearch = InputOf<(typeof paymentsApi)['searchOrders']>['query'];

const DAY_MS = 24 * 60 * 60_000;

/** What went back or is promised back is less than what further payments of the order brought; without these, nothing is. */
const isLess = (sum: '$promisedMinor' | '$refundedMinor') => ({
  $lt: [{ $ifNull: [sum, 0] }, { $max: [{ $ifNull: ['$paidAgainMinor', 0] }, 1] }],
});

/** Until money of it goes back: of each payment but one. */
const paidTwice = {
  'paidTwice.at': { $exists: true },
  state: 'paid',
  $expr: { $and: [isLess('$promisedMinor'), isLess('$refundedMinor')] },
};

/**
 * Paid once more after it was refunded or held back, or before that was known: until the money of each payment goes back, or
 * is promised back.
 */
const paidAfterRefund = {
  'paidTwice.at': { $exists: true },
  // of a mismatch that was refunded, every payment went back
  $or: [
    { state: 'refunded', paidAt: { $ne: null } },
    { state: 'paid', heldBack: { $exists: true } },
  ],
  $expr: {
    $lt: [
      { $max: [{ $ifNull: ['$promisedMinor', 0] }, { $ifNull: ['$refundedMinor', 0] }] },
      { $add: ['$amount.minor', { $ifNull: ['$paidAgainMinor', 0] }] },
    ],
  },
};

const refundRequested = {
  state: 'paid',
  refundRequest: { $exists: true },
  'refundRequest.declined': { $exists: false },
  refundedMinor: { $exists: false },
};

/**
 * The MongoDB filter of an admin's search. Only complete values match, so that admins cannot browse buyers. Days are those of
 * India, as the list shows them.
 */
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
        paidTwice,
        paidAfterRefund,
      ],
    });
  if (from) parts.push({ createdAt: { $gte: kolkataDayStart(from) } });
  if (to) parts.push({ createdAt: { $lt: new Date(kolkataDayStart(to).getTime() + DAY_MS) } });
  return parts.length > 0 ? { $and: parts } : {};
};

/** The stored fields of each column. Amounts of two currencies cannot be compared, so the currency goes first. */
const sortFields: Readonly<Record<ContributionColumn, readonly string[]>> = {
  id: [],
  order: ['number'],
  provider: ['provider'],
  status: ['state'],
  amount: ['amount.currency', 'amount.minor'],
  currency: ['amount.currency'],
  createdAt: ['createdAt'],
};

/** The MongoDB sort of a list of contributions; the id makes the order of equal rows the same on each page. */
export const contributionSort = (sort: ContributionSort): Record<string, 1 | -1> => {
  const direction = sort.startsWith('-') ? -1 : 1;
  const fields = sortFields[sort.replace(/^-/, '') as ContributionColumn];
  return Object.fromEntries([...fields, '_id'].map((field) => [field, direction]));
};
