import type { Handlers } from '@satrangi/chassis';
import type { paymentsApi } from '@satrangi/contracts';
import type { FindOrder } from '../orders/find-order.ts';
import type { ShowReceipt } from './show-receipt.ts';

export const receiptsRoutes = (
  showReceipt: ShowReceipt,
  find: FindOrder,
): Pick<Handlers<typeof paymentsApi>, 'getReceipt'> => ({
  getReceipt: async ({ params }, { userId }, exchange) =>
    showReceipt(await find.own(params.orderId, userId), exchange),
});
