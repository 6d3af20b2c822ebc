import { z } from 'zod';
import { Purpose } from './payments.requests.ts';
import { refundStates } from './payments.views.ts';
import { Instant, JoinedMediaType, Money, OrderId, Provider } from './schemas.ts';

/** The content of the receipt of a paid order. The page and the PDF are both made from it. */
export const ReceiptView = z.object({
  orderId: OrderId,
  number: z.string(),
  kind: z.enum(['receipt', 'tax-invoice']),
  purpose: Purpose,
  createdAt: Instant,
  paidAt: Instant,
  provider: Provider,
  buyerName: z.string().nullable().describe('the name on the receipt, as it was typed'),
  seller: z
    .object({ name: z.string(), address: z.string().nullable(), gstin: z.string().nullable() })
    .describe('the legal name, not the name of the shop'),
  statementName: z.string().describe('text of the bank statement'),
  items: z
    .array(
      z.object({
        mediaType: JoinedMediaType,
        title: z.string().nullable().describe('null: receipts omit titles (RECEIPT_TITLES=off)'),
        creator: z.string().nullable().describe('the present name in the catalog; null: unknown or omitted'),
        language: z.string().nullable(),
        code: z.string().nullable().describe('tariff code of a tax invoice'),
        price: Money,
      }),
    )
    .describe('empty for contributions and run fees'),
  tax: z
    .object({ ratePercent: z.number(), taxable: Money, amount: Money })
    .nullable()
    .describe('the tax contained in the total of a tax invoice'),
  total: Money,
  refund: z.enum(refundStates),
  refunded: Money,
  refunds: z.array(z.object({ at: Instant, amount: Money })).describe('completed refunds, oldest first'),
});
export type ReceiptView = z.infer<typeof ReceiptView>;
