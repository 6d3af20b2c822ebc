import { type Logger, type SendMail, smtpFailure } from '@satrangi/chassis';
import { OrderId } from '@satrangi/contracts';
import { z } from 'zod';
import type { OrderStore } from '../orders/orders.store.ts';
import { type ReceiptSettings, receiptFor } from './receipts.rules.ts';

const Work = z.object({ orderId: OrderId, again: z.string().optional() });

/**
 * Mails the receipt of one order. The order stores the result, so a redelivered message sends nothing. A crash between
 * the mail server's response and that write may send a duplicate with the same message id.
 * @param send null when there is no mail server
 */
export const sendReceipt =
  (
    orders: OrderStore,
    send: SendMail | null,
    { settings, log }: { settings: ReceiptSettings; log: Logger },
  ) =>
  async (data: unknown): Promise<void> => {
    const { orderId, again } = Work.parse(data);
    const order = await orders.byId(orderId);
    if (order?.receipt !== 'waiting') return;
    const { email } = order.buyer;
    if (!email) return orders.receiptDone(orderId, 'no-address');
    if (!send) {
      log.info({ orderId }, 'receipt not sent: no mail server is set');
      return orders.receiptDone(orderId, 'no-mail-server');
    }
    try {
      await send(receiptFor(order, email, settings, again));
    } catch (error) {
      if (smtpFailure(error).outcome !== 'no-mailbox') throw error;
      // a mistyped address stays wrong: the receipt is on the page of the order
      log.warn({ orderId }, 'receipt not sent: no such mailbox');
      return orders.receiptDone(orderId, 'no-mailbox');
    }
    await orders.receiptDone(orderId, 'sent');
    log.info({ orderId }, 'receipt sent');
  };
