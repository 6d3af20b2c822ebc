import { type JoinedMediaType, joinedOf, type Money, majorOf, mediaTypes } from '@satrangi/contracts';
import { type Order, purposeOf } from '../orders/order.rules.ts';
import { isolated } from './receipt-text.rules.ts';

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

export type ReceiptRow = { readonly text: string; readonly code: string; readonly amount: string };
/** The content of a receipt, without layout. */
export type ReceiptLines = {
  readonly title: string;
  readonly seller: string[];
  readonly details: (readonly [name: string, value: string])[];
  readonly rows: ReceiptRow[];
  readonly sums: (readonly [name: string, value: string])[];
  readonly notes: string[];
};

/** `INR 1,499.00`: three letters, because not every font has every sign. */
export const amountText = (money: Money): string =>
  `${money.currency} ${new Intl.NumberFormat(money.currency === 'INR' ? 'en-IN' : 'en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(majorOf(money))}`;

const dayText = (date: Date): string =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(date);

const labelOf = (kind: JoinedMediaType): string =>
  mediaTypes.find(({ joined }) => joined === kind)?.label ?? 'Item';

/** The tax inside a price that contains it, rounded to the minor unit. */
export const taxWithin = (minor: number, ratePercent: number): number =>
  minor - Math.round((minor * 100) / (100 + ratePercent));

const words = { contribution: 'Contribution', 'virtual-run': 'Registration fee' } as const;

/**
 * The content of the receipt of a paid order. It names only the legal name of the seller, not the shop; titles are
 * omitted with `RECEIPT_TITLES=off`.
 */
export const receiptLines = (order: Order, settings: SellerSettings): ReceiptLines => {
  const { currency } = order.amount;
  const purpose = purposeOf(order);
  const { GSTIN, GST_RATE, GST_HSN } = settings;
  const isTaxed = GSTIN !== undefined && purpose === 'purchase' && currency === 'INR';
  const codeOf = (kind: string): string => (isTaxed ? (GST_HSN[kind] ?? GST_HSN.other ?? '') : '');
  const rows: ReceiptRow[] =
    purpose === 'purchase'
      ? order.items.map(({ title, mediaType, unit }) => {
          const kind = joinedOf(mediaType);
          const label = labelOf(kind);
          const text = settings.RECEIPT_TITLES ? `${isolated(title)} (${label})` : label;
          return { text, code: codeOf(kind), amount: amountText(unit) };
        })
      : [{ text: words[purpose], code: '', amount: amountText(order.amount) }];
  const tax = taxWithin(order.amount.minor, GST_RATE);
  const sums: [string, string][] = isTaxed
    ? [
        ['Taxable value', amountText({ minor: order.amount.minor - tax, currency })],
        [`GST ${GST_RATE}% (included)`, amountText({ minor: tax, currency })],
      ]
    : [];
  const refunded = order.refundedMinor ?? 0;
  const name = order.buyer.name?.trim() ?? '';
  return {
    title: isTaxed ? 'Tax invoice' : 'Receipt',
    seller: [
      settings.SELLER_NAME ?? settings.STATEMENT_NAME,
      ...(settings.SELLER_ADDRESS ? [settings.SELLER_ADDRESS] : []),
      ...(GSTIN ? [`GSTIN ${GSTIN}`] : []),
    ].map(isolated),
    details: [
      ['Number', order.number],
      ['Date', dayText(order.paidAt ?? order.createdAt)],
      ...(name ? [['Name', isolated(name)] as const] : []),
      ['Paid by', order.provider === 'stripe' ? 'Card' : 'Cashfree'],
      ['On your statement', settings.STATEMENT_NAME],
    ],
    rows,
    sums: [
      ...sums,
      ['Total', amountText(order.amount)],
      ...(refunded > 0 ? [['Given back', amountText({ minor: refunded, currency })] as const] : []),
    ],
    notes: order.state === 'refunded' ? ['The whole amount was given back.'] : [],
  };
};
