import type { Order } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const myOrdersQuery = () =>
  queryOptions({ queryKey: ['payments', 'mine'], queryFn: () => api.payments.listMyOrders() });

/** Text of each order status. */
const statusTexts = {
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

/** The status of an order in one line. */
export const statusText = ({ status, purpose, fulfilled, refund, cancelledAt }: Order): string => {
  if (refund !== 'none') return refundTexts[refund];
  if (status === 'expired' && cancelledAt) return 'Cancelled';
  return status === 'paid' && purpose === 'purchase' && !fulfilled
    ? 'Paid, on its way to your library'
    : statusTexts[status];
};

/** Name of an order without titles. */
export const purposeTexts = {
  purchase: '',
  contribution: 'Contribution',
  'virtual-run': 'Registration',
} as const;

/** Whether the buyer can resume its payment or cancel it now. */
export const isOpen = ({ payUntil }: Order, now: number): boolean =>
  typeof payUntil === 'string' && Date.parse(payUntil) > now;

/** Whether the buyer can request a refund now. */
export const canRequestRefund = ({ refund, refundUntil }: Order, now: number): boolean =>
  refund === 'none' && refundUntil !== null && Date.parse(refundUntil) > now;

/** The result of a claim. */
export const claimText = ({ status, purpose, fulfilled }: Order): string => {
  if (status !== 'paid') return `Payment status: ${status}`;
  if (purpose !== 'purchase') return 'This order is complete. Its receipt is with your orders.';
  return fulfilled
    ? 'This order is complete. What you bought is in your library.'
    : 'Your payment is safe. The title is on its way to your library.';
};

/** Refusals have a message; other errors use `sentence`. */
export const orderFailure =
  (sentence: string) =>
  (error: unknown): string =>
    error instanceof ApiError && error.status < 500 ? error.message : sentence;
