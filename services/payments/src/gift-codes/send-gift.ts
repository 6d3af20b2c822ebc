import { type Logger, type SendMail, smtpFailure } from '@satrangi/chassis';
import { OrderId } from '@satrangi/contracts';
import { z } from 'zod';
import { isErased, type Order } from '../orders/order.rules.ts';
import { giftStateOf } from '../orders/order-gifts.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { RefundOrder } from '../refunds/refund-order.ts';
import { type GiftMailSettings, giftMail } from './gift-mail.rules.ts';

const Work = z.object({ orderId: OrderId });

type Deps = { readonly settings: GiftMailSettings; readonly refund: RefundOrder; readonly log: Logger };

/** Whether a mail that was not accepted is not tried again. A refusal may be an error of settings, so that a buyer's is. */
const isFinal = (error: unknown, order: Order): boolean => {
  const { outcome } = smtpFailure(error);
  return outcome === 'no-mailbox' || (outcome === 'refused' && isErased(order));
};

/**
 * Mails the code of a paid gift once, and erases the address. A crash between the mail server's response and that write may
 * send a duplicate with the same message id. A gift that was taken back is not mailed. A code that cannot be mailed is on the
 * page of the order; when its buyer has deleted the account, nobody has it, and the money goes back (decision 0161).
 * @param send null when there is no mail server
 */
export const sendGift = (orders: OrderStore, send: SendMail | null, { settings, refund, log }: Deps) => {
  const endUnsent = async (orderId: OrderId): Promise<void> => {
    const order = await orders.byId(orderId);
    if (order && isErased(order) && giftStateOf(order) === 'open')
      await refund({
        orderId,
        reason: 'The gift could not be mailed',
        amountMinor: undefined,
        by: 'system',
        idempotencyKey: 'gift-not-mailed',
        isUnredeemed: true,
      }).catch(async (error: unknown) => {
        // redeemed in between: by whom the buyer gave the code to
        if (!(await orders.byId(orderId))?.gift?.redeemedAt) throw error;
      });
    await orders.giftMailDone(orderId, 'not-sent');
  };

  const mail = async (order: Order, to: string, code: string, by: SendMail): Promise<boolean> => {
    try {
      await by(giftMail({ orderId: order._id, code, to }, settings));
      return true;
    } catch (error) {
      if (isFinal(error, order)) return false;
      throw error;
    }
  };

  return async (data: unknown): Promise<void> => {
    const { orderId } = Work.parse(data);
    const order = await orders.byId(orderId);
    const gift = order?.gift;
    if (!order || gift?.mail !== 'waiting') return;
    if (!send || !gift.email || giftStateOf(order) !== 'open') return endUnsent(orderId);
    if (!(await mail(order, gift.email, gift.code, send))) {
      log.warn({ orderId }, 'gift refused by the mail server');
      return endUnsent(orderId);
    }
    await orders.giftMailDone(orderId, 'sent');
    log.info({ orderId }, 'gift sent');
  };
};
