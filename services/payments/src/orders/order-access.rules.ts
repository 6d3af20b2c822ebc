import type { UserId } from '@satrangi/contracts';
import type { Order } from './order.rules.ts';

/** What a caller is refused with. */
export type AccessProblem = { readonly code: 'not-authenticated' | 'not-found'; readonly detail: string };

/**
 * Why a caller may not see an order; null when they may. An order without an account belongs to everybody who knows its
 * id. The order of another account does not exist. A caller without a login may be the buyer, whose login ended while
 * they were paying: they are asked to sign in.
 */
export const accessProblem = (order: Pick<Order, 'userId'>, userId: UserId | null): AccessProblem | null => {
  if (order.userId === null || order.userId === userId) return null;
  return userId === null
    ? { code: 'not-authenticated', detail: 'Sign in first' }
    : { code: 'not-found', detail: 'Order not found' };
};
