import { Refusal } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { Order } from './order.rules.ts';
import { accessProblem } from './order-access.rules.ts';
import type { OrderStore } from './orders.store.ts';

export type FindOrder = ReturnType<typeof findOrder>;

/** Finds the order of a request, by its id or by the provider's reference. */
export const findOrder = (orders: OrderStore) => {
  /** @throws Refusal not-found, not-authenticated */
  const visible = async (name: string, userId: UserId | null): Promise<Order> => {
    const order = (await orders.byId(name)) ?? (await orders.byReference(name));
    if (!order) throw new Refusal('not-found', 'Order not found');
    const problem = accessProblem(order, userId);
    if (problem) throw new Refusal(problem.code, problem.detail);
    return order;
  };
  /** An order of this account. @throws Refusal not-found */
  const own = async (name: string, userId: UserId): Promise<Order> => {
    const order = await visible(name, userId);
    if (order.userId !== userId) throw new Refusal('not-found', 'Order not found');
    return order;
  };
  return { visible, own };
};
