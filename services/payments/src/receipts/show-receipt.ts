import { createHash } from 'node:crypto';
import { type Exchange, lazily, Refusal, sendFile } from '@satrangi/chassis';
import type { ReceiptView } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import type { MediaById } from '../orders/order-view.rules.ts';
import { receiptLines } from './receipt-lines.rules.ts';
import { type PaidOrder, receiptView, type SellerSettings } from './receipt-view.rules.ts';

export type ShowReceipt = ReturnType<typeof showReceipt>;

const isPaid = (order: Order): order is PaidOrder => order.paidAt !== null;

/**
 * The receipt of a paid order: its content for the page, and as PDF. The name of the file contains only the order number,
 * because others may see a downloads folder.
 * @param mediaOf reads the items of orders, for the present names of creators
 */
export const showReceipt = (
  settings: SellerSettings & { readonly RECEIPT_FONT?: string | undefined },
  mediaOf: (orders: readonly Order[]) => Promise<MediaById>,
) => {
  // Loaded on first use: HarfBuzz and the fonts need much memory.
  const drawing = lazily(async () => (await import('./draw-receipt.ts')).drawReceipt(settings.RECEIPT_FONT));
  /** @throws Refusal payment-not-complete */
  const view = async (order: Order): Promise<ReceiptView> => {
    if (!isPaid(order))
      throw new Refusal('payment-not-complete', 'There is a receipt once the order is paid');
    return receiptView(order, settings, await mediaOf([order]));
  };
  /** Responds with the PDF. @throws Refusal payment-not-complete */
  const pdf = async (order: Order, exchange: Exchange): Promise<void> => {
    const lines = receiptLines(await view(order));
    const draw = await drawing();
    const buffer = await draw(lines);
    const etag = createHash('sha256').update(buffer).digest('base64url').slice(0, 22);
    await sendFile(exchange, {
      buffer,
      mimeType: 'application/pdf',
      etag,
      cacheControl: 'private, no-store',
      fileName: `${order.number}.pdf`,
    });
  };
  return { view, pdf };
};
