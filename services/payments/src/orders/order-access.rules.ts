import type { UserId } from '@satrangi/contracts';
import type { Order } from './order.rules.ts';

/** The problem of a refused caller. */
export type AccessProblem = { readonly code: 'not-authenticated' | 'not-found'; readonly detail: string };

/**
 * Why a caller may not see an order; null when they may. Anyone with the id may see an order without an account.
 * The order of another account is reported as not found. A caller without a login gets 401, because the login of the
 * buyer may have expired during payment.
 */
export const accessProblem = (order: Pick<Order, 'userId'>, userId: UserId | null): AccessProblem | null => {
  if (order.userId === null || order.userId === userId) return null;
  return userId === null
    ? { code: 'not-authenticated', detail: 'Sign in first' }
    : { code: 'not-found', detail: 'Order not found' };
};
