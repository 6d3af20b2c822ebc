import type { Logger, SendMail } from '@satrangi/chassis';
import { OrderId } from '@satrangi/contracts';
import { z } from 'zod';
import { giftStateOf } from '../orders/order-gifts.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import { type GiftMailSettings, giftMail } from './gift-mail.rules.ts';

const Work = z.object({ orderId: OrderId });

/**
 * Mails the code of a paid gift once, and erases the address. A crash between the mail server's response and that write may
 * send a duplicate with the same message id. A gift that was taken back is not mailed.
 * @param send null when there is no mail server
 */
export const sendGift =
  (
    orders: OrderStore,
    send: SendMail | null,
    { settings, log }: { settings: GiftMailSettings; log: Logger },
  ) =>
  async (data: unknown): Promise<void> => {
    const { orderId } = Work.parse(data);
    const order = await orders.byId(orderId);
    const gift = order?.gift;
    if (!order || gift?.mail !== 'waiting') return;
    if (!send || !gift.email || giftStateOf(order) !== 'open')
      return orders.giftMailDone(orderId, 'not-sent');
    await send(giftMail({ orderId, code: gift.code, to: gift.email }, settings));
    await orders.giftMailDone(orderId, 'sent');
    log.info({ orderId }, 'gift sent');
  };
