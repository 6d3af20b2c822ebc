import type { Logger, SendMail } from '@satrangi/chassis';
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
    await send(receiptFor(order, email, settings, again));
    await orders.receiptDone(orderId, 'sent');
    log.info({ orderId }, 'receipt sent');
  };
