import type { MyPayments, UserId } from '@satrangi/contracts';
import { toOrderView } from '../orders/order.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { OwnedStore } from '../owned/owned.store.ts';

export type ExportMine = (userId: UserId) => Promise<MyPayments>;

/** More orders than anybody has. */
const ALL = 100_000;

/** Everything payments holds of one person (their right to a copy). */
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
