import type { Order as OrderView } from '@satrangi/contracts';
import type { MediaStore } from '../pricing/pricing.store.ts';
import type { Order } from './order.rules.ts';
import { type MediaById, toOrderView } from './order-view.rules.ts';

export type ViewOrders = ReturnType<typeof viewOrders>;

/** Orders as their buyer sees them, with the present names of creators: a changed name is changed here too. */
export const viewOrders = (
  media: Pick<MediaStore, 'byIds'>,
  { STATEMENT_NAME: statementName }: { readonly STATEMENT_NAME: string },
) => {
  const mediaOf = async (orders: readonly Order[]): Promise<MediaById> => {
    const ids = new Set(orders.flatMap(({ items }) => items.map(({ mediaId }) => mediaId)));
    return ids.size > 0 ? media.byIds([...ids]) : new Map();
  };
  /** Reads the items of these orders once. @returns the view of each of them */
  const viewer = async (orders: readonly Order[]): Promise<(order: Order) => OrderView> => {
    const mediaById = await mediaOf(orders);
    return (order) => toOrderView(order, { mediaById, statementName });
  };
  const many = async (orders: readonly Order[]): Promise<OrderView[]> => orders.map(await viewer(orders));
  const one = async (order: Order): Promise<OrderView> => (await viewer([order]))(order);
  return { one, many, viewer, mediaOf };
};
