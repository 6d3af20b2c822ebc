import type { Handlers } from '@satrangi/chassis';
import type { paymentsApi } from '@satrangi/contracts';
import type { FindOrder } from './find-order.ts';
import { toOrderView } from './order.rules.ts';
import type { OrderStore } from './orders.store.ts';

const SHOWN_AT_MOST = 200;

export const ordersRoutes = (
  orders: OrderStore,
  find: FindOrder,
): Pick<Handlers<typeof paymentsApi>, 'getOrder' | 'listMyOrders'> => ({
  getOrder: async ({ params }, caller) =>
    toOrderView(await find.visible(params.orderId, caller?.userId ?? null)),
  listMyOrders: async (_input, { userId }) => (await orders.ofUser(userId, SHOWN_AT_MOST)).map(toOrderView),
});
