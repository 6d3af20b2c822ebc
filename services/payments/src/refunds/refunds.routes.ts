import type { Handlers } from '@satrangi/chassis';
import type { paymentsApi } from '@satrangi/contracts';
import type { FindOrder } from '../orders/find-order.ts';
import type { Order } from '../orders/order.rules.ts';
import type { ViewOrders } from '../orders/view-orders.ts';

export const refundsRoutes = (
  requestRefund: (order: Order, reason: string) => Promise<Order>,
  find: FindOrder,
  view: ViewOrders,
): Pick<Handlers<typeof paymentsApi>, 'requestRefund'> => ({
  requestRefund: async ({ params, body }, { userId }) =>
    view.one(await requestRefund(await find.own(params.orderId, userId), body.reason)),
});
