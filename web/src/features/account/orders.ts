import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const myOrdersQuery = () =>
  queryOptions({ queryKey: ['payments', 'mine'], queryFn: () => api.payments.listMyOrders() });

/** What an order's state means for its buyer. */
export const orderTexts = {
  pending: 'Waiting for payment',
  paid: 'Paid',
  failed: 'Not paid',
  expired: 'Not paid in time',
  refunded: 'Refunded',
  mismatch: 'Being checked',
} as const;

export const interestsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((interest) => interest.trim())
      .filter(Boolean),
  ),
];
