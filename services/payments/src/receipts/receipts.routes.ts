import type { Handlers } from '@satrangi/chassis';
import type { paymentsApi } from '@satrangi/contracts';
import type { FindOrder } from '../orders/find-order.ts';
import type { ShowReceipt } from './show-receipt.ts';

export const receiptsRoutes = (
  receipt: ShowReceipt,
  find: FindOrder,
): Pick<Handlers<typeof paymentsApi>, 'getReceipt' | 'getReceiptView'> => ({
  getReceipt: async ({ params }, { userId }, exchange) =>
    receipt.pdf(await find.own(params.orderId, userId), exchange),
  getReceiptView: async ({ params }, { userId }) => receipt.view(await find.own(params.orderId, userId)),
});
