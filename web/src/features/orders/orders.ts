import type { Order } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const myOrdersQuery = () =>
  queryOptions({ queryKey: ['payments', 'mine'], queryFn: () => api.payments.listMyOrders() });

/** What an order's state means for its buyer. */
const stateTexts = {
  pending: 'Waiting for payment',
  paid: 'Paid',
  failed: 'Not paid',
  expired: 'Not paid in time',
  refunded: 'Refunded',
  mismatch: 'Being checked',
} as const;

const refundTexts = {
  none: '',
  asked: 'Refund asked for',
  'under-way': 'Refund on its way',
  partly: 'Partly refunded',
  done: 'Refunded',
} as const;

/** How an order stands, in one line. */
export const stateText = ({ status, purpose, fulfilled, refund, cancelledAt }: Order): string => {
  if (refund !== 'none') return refundTexts[refund];
  if (status === 'expired' && cancelledAt) return 'Cancelled';
  return status === 'paid' && purpose === 'purchase' && !fulfilled
    ? 'Paid, on its way to your library'
    : stateTexts[status];
};

/** What an order without titles was for. */
export const purposeTexts = {
  purchase: '',
  contribution: 'Contribution',
  'virtual-run': 'Registration',
} as const;

/** May the buyer continue its payment, or cancel it, at this moment? */
export const isOpen = ({ payUntil }: Order, now: number): boolean =>
  typeof payUntil === 'string' && Date.parse(payUntil) > now;

/** May the buyer ask for the money back at this moment? */
export const canAskForRefund = ({ refund, refundUntil }: Order, now: number): boolean =>
  refund === 'none' && refundUntil !== null && Date.parse(refundUntil) > now;

/** Says what a claim came to. */
export const claimText = ({ status, purpose, fulfilled }: Order): string => {
  if (status !== 'paid') return `Payment status: ${status}`;
  if (purpose !== 'purchase') return 'This order is complete. Its receipt is with your orders.';
  return fulfilled
    ? 'This order is complete. What you bought is in your library.'
    : 'Your payment is safe. The title is on its way to your library.';
};

/** A refusal says why; silence has its own sentence. */
export const orderFailure =
  (sentence: string) =>
  (error: unknown): string =>
    error instanceof ApiError && error.status < 500 ? error.message : sentence;
