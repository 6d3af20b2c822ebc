import type { Handlers } from '@satrangi/chassis';
import type { paymentsApi } from '@satrangi/contracts';
import type { FindOrder } from '../orders/find-order.ts';
import { type Order, toOrderView } from '../orders/order.rules.ts';

export const refundsRoutes = (
  requestRefund: (order: Order, reason: string) => Promise<Order>,
  find: FindOrder,
): Pick<Handlers<typeof paymentsApi>, 'requestRefund'> => ({
  requestRefund: async ({ params, body }, { userId }) =>
    toOrderView(await requestRefund(await find.own(params.orderId, userId), body.reason)),
});
