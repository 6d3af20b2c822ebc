import { type JoinedMediaType, type Money, majorOf, mediaTypes, type ReceiptView } from '@satrangi/contracts';
import { isolated } from './receipt-text.rules.ts';

export type ReceiptRow = { readonly text: string; readonly code: string; readonly amount: string };
/** The texts of a receipt as PDF, without layout. */
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

const dayText = (instant: string): string =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(new Date(instant));

const labelOf = (kind: JoinedMediaType): string =>
  mediaTypes.find(({ joined }) => joined === kind)?.label ?? 'Item';

const words = { contribution: 'Contribution', 'virtual-run': 'Registration fee' } as const;

const itemText = ({ mediaType, title, creator }: ReceiptView['items'][number]): string => {
  const label = labelOf(mediaType);
  if (title === null) return label;
  return `${isolated(title)} (${label})${creator ? `, ${isolated(creator)}` : ''}`;
};

/** The texts of the receipt as PDF. */
export const receiptLines = (view: ReceiptView): ReceiptLines => {
  const { purpose, seller, tax } = view;
  return {
    title: view.kind === 'tax-invoice' ? 'Tax invoice' : 'Receipt',
    seller: [
      seller.name,
      ...(seller.address ? [seller.address] : []),
      ...(seller.gstin ? [`GSTIN ${seller.gstin}`] : []),
    ].map(isolated),
    details: [
      ['Number', view.number],
      ['Date', dayText(view.paidAt)],
      ...(view.buyerName ? [['Name', isolated(view.buyerName)] as const] : []),
      ['Paid by', view.provider === 'stripe' ? 'Card' : 'Cashfree'],
      ['On your statement', view.statementName],
    ],
    rows:
      purpose === 'purchase' || purpose === 'gift-purchase'
        ? view.items.map((item) => ({
            text: itemText(item),
            code: item.code ?? '',
            amount: amountText(item.price),
          }))
        : [{ text: words[purpose], code: '', amount: amountText(view.total) }],
    sums: [
      ...(tax
        ? ([
            ['Taxable value', amountText(tax.taxable)],
            [`GST ${tax.ratePercent}% (included)`, amountText(tax.amount)],
          ] as const)
        : []),
      ['Total', amountText(view.total)],
      ...(view.refunded.minor > 0 ? [['Given back', amountText(view.refunded)] as const] : []),
    ],
    notes: view.refund === 'done' ? ['The whole amount was given back.'] : [],
  };
};
