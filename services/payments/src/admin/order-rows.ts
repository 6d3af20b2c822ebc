import { joinedOf, majorOf } from '@satrangi/contracts';
import { type Order, purposeOf } from '../orders/order.rules.ts';

/** The columns of order exports: spreadsheet and CSV. */
export const orderColumns = [
  'Created',
  'Order ID',
  'Number',
  'Purpose',
  'User',
  'Name',
  'Email',
  'Items',
  'Total (INR)',
  'Amount',
  'Currency',
  'Status',
  'Provider',
  'Payment ID',
  'Paid',
  'Refunded',
] as const;

export type Cell = string | number;

/** The row of one order, as in `orderColumns`. Amounts are in rupees or dollars. */
export const orderRow = (order: Order): Cell[] => {
  const { currency } = order.amount;
  const items = order.items.map(
    ({ title, mediaType, format }) => `${title} (${joinedOf(mediaType)}, ${format})`,
  );
  return [
    order.createdAt.toISOString(),
    order._id,
    order.number,
    purposeOf(order),
    order.userId ?? '',
    order.buyer.name ?? '',
    order.buyer.email ?? '',
    items.join('; '),
    order.totalPaise / 100,
    majorOf(order.amount),
    currency,
    order.state,
    order.provider,
    order.reference ?? '',
    order.paidAt?.toISOString() ?? '',
    majorOf({ minor: order.refundedMinor ?? 0, currency }),
  ];
};
