import { createHash } from 'node:crypto';
import { type Exchange, lazily, Refusal, sendFile } from '@satrangi/chassis';
import type { Order } from '../orders/order.rules.ts';
import { receiptLines, type SellerSettings } from './receipt-lines.rules.ts';

export type ShowReceipt = (order: Order, exchange: Exchange) => Promise<void>;

/**
 * Responds with the receipt of a paid order as PDF. The file name contains only the order number, because others may see
 * a downloads folder. @throws Refusal payment-not-complete
 */
export const showReceipt = (
  settings: SellerSettings & { readonly RECEIPT_FONT?: string | undefined },
): ShowReceipt => {
  // Loaded on first use: HarfBuzz and the fonts need much memory.
  const drawing = lazily(async () => (await import('./draw-receipt.ts')).drawReceipt(settings.RECEIPT_FONT));
  return async (order, exchange) => {
    if (order.paidAt === null)
      throw new Refusal('payment-not-complete', 'There is a receipt once the order is paid');
    const draw = await drawing();
    const buffer = await draw(receiptLines(order, settings));
    const etag = createHash('sha256').update(buffer).digest('base64url').slice(0, 22);
    await sendFile(exchange, {
      buffer,
      mimeType: 'application/pdf',
      etag,
      cacheControl: 'private, no-store',
      fileName: `${order.number}.pdf`,
    });
  };
};
