import { type Logger, type SendMail, smtpFailure } from '@satrangi/chassis';
import { OrderId } from '@satrangi/contracts';
import { z } from 'zod';
import type { OrderStore } from '../orders/orders.store.ts';
import { type AnswerMailSettings, refundAnswerMail } from './refund-answer-mail.rules.ts';

const Work = z.object({ orderId: OrderId });

/**
 * Mails a buyer that the refund request has an answer. A crash after the mail server's response may send a duplicate with the
 * same message id.
 * @param send null when there is no mail server
 */
export const sendRefundAnswer =
  (
    orders: OrderStore,
    send: SendMail | null,
    { settings, log }: { settings: AnswerMailSettings; log: Logger },
  ) =>
  async (data: unknown): Promise<void> => {
    const { orderId } = Work.parse(data);
    const order = await orders.byId(orderId);
    const to = order?.buyer.email;
    if (!send || !order || !to) return;
    try {
      await send(refundAnswerMail({ orderId, number: order.number, to }, settings));
    } catch (error) {
      // a mistyped address stays wrong: the answer is on the page of the order
      if (smtpFailure(error).outcome !== 'no-mailbox') throw error;
      return;
    }
    log.info({ orderId }, 'refund answer sent');
  };
