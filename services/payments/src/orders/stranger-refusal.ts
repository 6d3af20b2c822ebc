import { Refusal } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';

/**
 * Somebody else's order does not exist. Whoever is not signed in may be its buyer, whose login has ended while they
 * were paying: they are asked to sign in.
 */
export const strangerRefusal = (userId: UserId | null): Refusal =>
  userId === null
    ? new Refusal('not-authenticated', 'Sign in first')
    : new Refusal('not-found', 'Order not found');
