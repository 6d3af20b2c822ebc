import { joinedOf, type ReceiptView } from '@satrangi/contracts';
import { type Order, purposeOf } from '../orders/order.rules.ts';
import { refundOf } from '../orders/order-refunds.rules.ts';
import { type MediaById, refundsOf } from '../orders/order-view.rules.ts';

export type SellerSettings = {
  readonly STATEMENT_NAME: string;
  readonly SELLER_NAME?: string | undefined;
  readonly SELLER_ADDRESS?: string | undefined;
  readonly GSTIN?: string | undefined;
  /** Per cent, included in the price. */
  readonly GST_RATE: number;
  /** Tariff code by media kind; `other` is the default. */
  readonly GST_HSN: Readonly<Record<string, string>>;
  readonly RECEIPT_TITLES: boolean;
};

/** An order with a receipt. */
export type PaidOrder = Order & { readonly paidAt: Date };

/** The tax inside a price that contains it, rounded to the minor unit. */
export const taxWithin = (minor: number, ratePercent: number): number =>
  minor - Math.round((minor * 100) / (100 + ratePercent));

/**
 * The content of the receipt of a paid order, for the page and for the PDF. It names only the legal name of the seller, not
 * the shop; titles and creators are omitted with `RECEIPT_TITLES=off`.
 * @param mediaById present names of creators
 */
export const receiptView = (
  order: PaidOrder,
  settings: SellerSettings,
  mediaById: MediaById,
): ReceiptView => {
  const { currency, minor } = order.amount;
  const purpose = purposeOf(order);
  const { GSTIN, GST_RATE, GST_HSN, RECEIPT_TITLES } = settings;
  const isTaxed = GSTIN !== undefined && order.items.length > 0 && currency === 'INR';
  const codeOf = (kind: string): string | null => (isTaxed ? (GST_HSN[kind] ?? GST_HSN.other ?? null) : null);
  const tax = taxWithin(minor, GST_RATE);
  return {
    orderId: order._id,
    number: order.number,
    kind: isTaxed ? 'tax-invoice' : 'receipt',
    purpose,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt.toISOString(),
    provider: order.provider,
    buyerName: order.buyer.name?.trim() || null,
    seller: {
      name: settings.SELLER_NAME ?? settings.STATEMENT_NAME,
      address: settings.SELLER_ADDRESS ?? null,
      gstin: GSTIN ?? null,
    },
    statementName: settings.STATEMENT_NAME,
    items: order.items.map(({ mediaId, mediaType, title, unit }) => {
      const shown = RECEIPT_TITLES ? mediaById.get(mediaId) : undefined;
      const kind = joinedOf(mediaType);
      return {
        mediaType: kind,
        title: RECEIPT_TITLES ? title : null,
        creator: shown?.creator ?? null,
        language: shown?.language ?? null,
        code: codeOf(kind),
        price: { ...unit },
      };
    }),
    tax: isTaxed
      ? {
          ratePercent: GST_RATE,
          taxable: { minor: minor - tax, currency },
          amount: { minor: tax, currency },
        }
      : null,
    total: { ...order.amount },
    refund: refundOf(order),
    refunded: { minor: order.refundedMinor ?? 0, currency },
    refunds: refundsOf(order).map(({ at, minor: given }) => ({
      at: at.toISOString(),
      amount: { minor: given, currency },
    })),
  };
};
