import type { Handlers } from '@satrangi/chassis';
import type { paymentsApi } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { ViewOrders } from '../orders/view-orders.ts';
import { findGift } from './find-gift.ts';
import type { RedeemGift } from './redeem-gift.ts';

export const giftCodesRoutes = (
  orders: Pick<OrderStore, 'byGiftCode'>,
  { redeem, view }: { redeem: RedeemGift; view: ViewOrders },
): Pick<Handlers<typeof paymentsApi>, 'previewGift' | 'redeemGift'> => {
  const find = findGift(orders);
  /** The order is its buyer's: whoever holds the code gets its items only. */
  const itemsOf = async (order: Order) => {
    const { items } = await view.one(order);
    return {
      items: items.map(({ media, mediaType, format, title, creator, language }) => ({
        media,
        mediaType,
        format,
        title,
        creator,
        language,
      })),
    };
  };
  return {
    previewGift: async ({ body: { code } }) => itemsOf((await find(code, null)).order),
    redeemGift: async ({ body: { code } }, { userId }) => itemsOf(await redeem(code, userId)),
  };
};
