import type { Handlers } from '@satrangi/chassis';
import type { paymentsApi } from '@satrangi/contracts';
import { toOrderView } from '../orders/order.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { OwnedStore } from '../owned/owned.store.ts';

/** Above the number of orders of any account. */
const ALL = 100_000;

/** The data export of an account: everything payments stores about it. */
export const exportRoutes = ({
  orders,
  owned,
}: {
  orders: OrderStore;
  owned: OwnedStore;
}): Pick<Handlers<typeof paymentsApi>, 'exportMine'> => ({
  exportMine: async (_input, { userId }) => {
    const [mine, held] = await Promise.all([orders.ofUser(userId, ALL), owned.ofUser(userId)]);
    return {
      orders: mine.map((order) => ({
        ...toOrderView(order),
        ...order.buyer,
        country: order.country,
        refundReason: order.refundRequest?.reason ?? null,
      })),
      owned: held.map(({ mediaId: media, format }) => ({ media, format })),
    };
  },
});
