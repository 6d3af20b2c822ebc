import { failpoint, type Logger, on, type Subscription } from '@satrangi/chassis';
import { subscriptions, type UserId } from '@satrangi/contracts';
import type { OwnedStore } from '../owned/owned.store.ts';
import type { MediaStore } from '../pricing/pricing.store.ts';
import type { OrderStore } from './orders.store.ts';

export const ordersSubscribers = ({
  orders,
  media,
  owned,
  forget,
  log,
}: {
  orders: OrderStore;
  media: MediaStore;
  owned: OwnedStore;
  forget: (userId: UserId, asked: string) => Promise<void>;
  log: Logger;
}): Subscription[] => [
  on(subscriptions['payments.fulfil-order'], async ({ data: { orderId }, time }) => {
    await orders.fulfil(orderId, new Date(time));
    failpoint('payments.fulfilled-before-ack');
    log.debug({ orderId }, 'order fulfilled');
  }),
  on(subscriptions['payments.remember-media'], ({ data }) => {
    const { mediaId: _id, version, status, mediaType, title, formats, priceINR, priceUSD } = data;
    return media.remember({ _id, version, status, mediaType, title, formats, priceINR, priceUSD });
  }),
  on(subscriptions['payments.remember-owned'], ({ data, time }) => owned.grant(data, new Date(time))),
  on(subscriptions['payments.forget-owned'], ({ data, time }) => owned.revoke(data, new Date(time))),
  on(subscriptions['payments.forget-buyer'], ({ data: { userId }, id }) => forget(userId, id)),
];
