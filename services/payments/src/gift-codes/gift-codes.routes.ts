import type { Handlers } from '@satrangi/chassis';
import type { paymentsApi } from '@satrangi/contracts';
import type { ViewOrders } from '../orders/view-orders.ts';
import type { RedeemGift } from './redeem-gift.ts';

export const giftCodesRoutes = (
  redeem: RedeemGift,
  view: ViewOrders,
): Pick<Handlers<typeof paymentsApi>, 'redeemGift'> => ({
  redeemGift: async ({ body: { code } }, { userId }) => {
    // the order is its buyer's: the reader sees its items only
    const { items } = await view.one(await redeem(code, userId));
    return {
      items: items.map(({ media, mediaType, format, title, creator }) => ({
        media,
        mediaType,
        format,
        title,
        creator,
      })),
    };
  },
});
