import type { Order } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const myOrdersQuery = () =>
  queryOptions({ queryKey: ['payments', 'mine'], queryFn: () => api.payments.listMyOrders() });

/** True while the payment or the grant of an order is not final. */
export const isMoving = ({ status, purpose, fulfilled, heldBack }: Order): boolean =>
  status === 'pending' || (status === 'paid' && purpose === 'purchase' && !fulfilled && !heldBack);

/** True while an order changes by itself: its page fetches it again. A gift is paid before its mail is sent. */
const isFollowed = (order: Order): boolean => isMoving(order) || order.gift?.mail === 'waiting';

const REFETCH_MS = 4_000;

/** One order of the reader. It is fetched again while it changes by itself; live messages are faster. */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['payments', 'order', orderId],
    queryFn: () => api.payments.getOrder({ params: { orderId } }),
    refetchInterval: ({ state: { data } }) => (data && isFollowed(data) ? REFETCH_MS : false),
  });

export const receiptQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['payments', 'order', orderId, 'receipt'],
    queryFn: () => api.payments.getReceiptView({ params: { orderId } }),
  });

/** Refetches every list and page that shows an order. */
export const refetchOrders = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['payments', 'mine'] }),
    client.invalidateQueries({ queryKey: ['payments', 'order'] }),
  ]);

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
  declined: 'Not refunded',
  'under-way': 'Refund on its way',
  partly: 'Partly refunded',
  done: 'Refunded',
} as const;

/** The status of an order in one line. */
export const statusText = ({ status, purpose, fulfilled, refund, cancelledAt, gift }: Order): string => {
  if (refund !== 'none') return refundTexts[refund];
  if (status === 'expired' && cancelledAt) return 'Cancelled';
  if (gift?.state === 'open') return 'Paid, a gift to pass on';
  if (gift?.state === 'redeemed') return 'Paid, the gift was opened';
  return status === 'paid' && purpose === 'purchase' && !fulfilled
    ? 'Paid, on its way to your library'
    : statusTexts[status];
};

/** Name of an order without titles. */
export const purposeTexts = {
  purchase: '',
  'gift-purchase': 'Gift',
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
