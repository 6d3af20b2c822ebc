import {
  type JoinedMediaType,
  mediaTypes,
  providerTexts,
  type ReceiptView,
  receiptAmount,
} from '@satrangi/contracts';
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

const dayText = (instant: string): string =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(new Date(instant));

const labelOf = (kind: JoinedMediaType): string =>
  mediaTypes.find(({ joined }) => joined === kind)?.label ?? 'Item';

/** The name of the sum that is set larger. */
export const TOTAL = 'Total';

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
      ['Paid by', providerTexts[view.provider]],
      ['On your statement', view.statementName],
    ],
    rows:
      purpose === 'purchase' || purpose === 'gift-purchase'
        ? view.items.map((item) => ({
            text: itemText(item),
            code: item.code ?? '',
            amount: receiptAmount(item.price),
          }))
        : [{ text: words[purpose], code: '', amount: receiptAmount(view.total) }],
    sums: [
      ...(tax
        ? ([
            ['Taxable value', receiptAmount(tax.taxable)],
            [`GST ${tax.ratePercent}% (included)`, receiptAmount(tax.amount)],
          ] as const)
        : []),
      [TOTAL, receiptAmount(view.total)],
      ...(view.refunded.minor > 0 ? [['Given back', `−${receiptAmount(view.refunded)}`] as const] : []),
    ],
    notes: view.refund === 'done' ? ['The whole amount was given back.'] : [],
  };
};
