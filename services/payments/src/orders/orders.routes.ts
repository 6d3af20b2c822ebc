import type { Handlers } from '@satrangi/chassis';
import type { paymentsApi } from '@satrangi/contracts';
import type { FindOrder } from './find-order.ts';
import type { OrderStore } from './orders.store.ts';
import type { ViewOrders } from './view-orders.ts';

const SHOWN_AT_MOST = 200;

export const ordersRoutes = (
  orders: OrderStore,
  find: FindOrder,
  view: ViewOrders,
): Pick<Handlers<typeof paymentsApi>, 'getOrder' | 'listMyOrders'> => ({
  getOrder: async ({ params }, caller) =>
    view.one(await find.visible(params.orderId, caller?.userId ?? null)),
  listMyOrders: async (_input, { userId }) => view.many(await orders.ofUser(userId, SHOWN_AT_MOST)),
});
