import { createHash } from 'node:crypto';
import { type Exchange, Refusal, sendFile } from '@satrangi/chassis';
import type { Order } from '../orders/order.rules.ts';
import { openPen } from './draw-receipt.ts';
import { receiptLines, type SellerSettings } from './receipt-lines.rules.ts';

export type ShowReceipt = (order: Order, exchange: Exchange) => Promise<void>;

/**
 * Answers with the receipt of a paid order as PDF. The file is called by the order's number, and nothing else of it is
 * told to whoever looks into a downloads folder. @throws Refusal payment-not-complete
 */
export const showReceipt =
  (settings: SellerSettings & { readonly RECEIPT_FONT?: string | undefined }): ShowReceipt =>
  async (order, exchange) => {
    if (order.paidAt === null)
      throw new Refusal('payment-not-complete', 'There is a receipt once the order is paid');
    const pen = await openPen(settings.RECEIPT_FONT);
    const buffer = await pen.draw(receiptLines(order, settings, pen.canWrite));
    const etag = createHash('sha256').update(buffer).digest('base64url').slice(0, 22);
    await sendFile(exchange, {
      buffer,
      mimeType: 'application/pdf',
      etag,
      cacheControl: 'private, no-store',
      fileName: `${order.number}.pdf`,
    });
  };
