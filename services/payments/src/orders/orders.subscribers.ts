import { type Logger, on, type Subscription } from '@satrangi/chassis';
import { type OrderId, subscriptions, type UserId } from '@satrangi/contracts';
import type { OwnedStore } from '../owned/owned.store.ts';
import type { MediaStore } from '../pricing/pricing.store.ts';
import type { OrderStore } from './orders.store.ts';
import { completePurchase } from './purchase-saga.ts';

type Deps = {
  orders: OrderStore;
  media: MediaStore;
  owned: OwnedStore;
  erase: (userId: UserId, requestId: string) => Promise<void>;
  reopen: { readonly ofOrder: (orderId: OrderId, userId: UserId) => Promise<void> };
  refundUngranted: (orderId: OrderId) => Promise<void>;
  paidTwice: { readonly ofGrantedOrder: (orderId: OrderId) => Promise<void> };
  log: Logger;
};

export const ordersSubscribers = ({
  orders,
  media,
  owned,
  erase,
  reopen,
  refundUngranted,
  paidTwice,
  log,
}: Deps): Subscription[] => {
  const fulfil = completePurchase({ orders, log });
  return [
    on(subscriptions['payments.fulfil-order'], async ({ data, time }) => {
      // The order is marked fulfilled last, as below.
      if (data.isErased) {
        await reopen.ofOrder(data.orderId, data.userId);
        await refundUngranted(data.orderId);
      } else await paidTwice.ofGrantedOrder(data.orderId);
      await fulfil(data, new Date(time));
    }),
    on(subscriptions['payments.remember-media'], ({ data }) => {
      const { mediaId: _id, version, status, mediaType, formats, priceINR, priceUSD } = data;
      const { title, creator, language } = data;
      const item = { _id, version, status, mediaType, title, creator, language, formats, priceINR, priceUSD };
      const { deliverable: isDeliverable } = data;
      return media.save(isDeliverable === undefined ? item : { ...item, isDeliverable });
    }),
    on(subscriptions['payments.remember-owned'], async ({ data, time }) => {
      await owned.grant(data, new Date(time));
      // The order is marked fulfilled last: after a failure before it, the sweeper publishes again and library acknowledges.
      const { completes: orderId, userId } = data;
      if (orderId) await fulfil({ orderId, userId }, new Date(time));
    }),
    on(subscriptions['payments.forget-owned'], ({ data, time }) => owned.revoke(data, new Date(time))),
    on(subscriptions['payments.forget-buyer'], ({ data: { userId }, id }) => erase(userId, id)),
  ];
};
