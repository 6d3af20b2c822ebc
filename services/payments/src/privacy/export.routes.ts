import type { Handlers } from '@satrangi/chassis';
import type { paymentsApi } from '@satrangi/contracts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { ViewOrders } from '../orders/view-orders.ts';
import type { OwnedStore } from '../owned/owned.store.ts';
import type { CardCustomerStore } from '../stored-card/card-customers.store.ts';

/** Above the number of orders of any account. */
const ALL = 100_000;

/** The data export of an account: everything payments stores about it. */
export const exportRoutes = ({
  orders,
  owned,
  cards,
  view,
}: {
  orders: OrderStore;
  owned: OwnedStore;
  cards: Pick<CardCustomerStore, 'ofUser'>;
  view: ViewOrders;
}): Pick<Handlers<typeof paymentsApi>, 'exportMine'> => ({
  exportMine: async (_input, { userId }) => {
    const [mine, held, redeemed, customer] = await Promise.all([
      orders.ofUser(userId, ALL),
      owned.ofUser(userId),
      orders.redeemedBy(userId),
      cards.ofUser(userId),
    ]);
    const show = await view.viewer(mine);
    return {
      orders: mine.map((order) => ({
        ...show(order),
        ...order.buyer,
        country: order.country,
        refundReason: order.refundRequest?.reason ?? null,
        giftEmail: order.gift?.email ?? null,
      })),
      owned: held.map(({ mediaId: media, format }) => ({ media, format })),
      redeemed: redeemed.flatMap(({ items, gift, createdAt }) =>
        items.map(({ mediaId: media, format }) => ({
          media,
          format,
          at: (gift?.redeemedAt ?? createdAt).toISOString(),
        })),
      ),
      storedCard: customer?.customerId
        ? { customerId: customer.customerId, since: customer.since.toISOString() }
        : null,
    };
  },
});
