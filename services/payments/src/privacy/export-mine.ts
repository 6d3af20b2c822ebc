import type { MyPayments, UserId } from '@satrangi/contracts';
import { toOrderView } from '../orders/order.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { OwnedStore } from '../owned/owned.store.ts';

export type ExportMine = (userId: UserId) => Promise<MyPayments>;

/** Above the number of orders of any account. */
const ALL = 100_000;

/** Exports everything payments stores about one person (right of access). */
export const exportMine =
  ({ orders, owned }: { orders: OrderStore; owned: OwnedStore }): ExportMine =>
  async (userId) => {
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
  };
